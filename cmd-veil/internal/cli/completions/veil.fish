# Completion of veil for fish.
# SPDX-License-Identifier: Apache-2.0

function __veil_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] __complete $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$current"
        else
            string replace -- ":" \t $line
        end
    end
end

complete -c veil -e
complete -c veil -f -a '(__veil_complete)'
