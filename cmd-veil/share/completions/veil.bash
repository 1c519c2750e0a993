# Completion of veil for bash. It needs nothing but bash itself, 3.2 or later.
# SPDX-License-Identifier: Apache-2.0

__veil_complete() {
  local program="${COMP_WORDS[0]/#\~/$HOME}" current="${COMP_WORDS[COMP_CWORD]}"
  local line files="" width=0
  local -a names=() told=()
  while IFS= read -r line; do
    if [ "$line" = ":files" ]; then
      files=1
      continue
    fi
    names+=("${line%%:*}")
    told+=("${line#*:}")
    [ "${#names[${#names[@]}-1]}" -le "$width" ] || width="${#names[${#names[@]}-1]}"
  done < <("$program" __complete "${COMP_WORDS[@]:1:COMP_CWORD-1}" "$current" 2>/dev/null)

  COMPREPLY=()
  local i
  for ((i = 0; i < ${#names[@]}; i++)); do
    if [ "${COMP_TYPE:-}" = 63 ] && [ "${#names[@]}" -gt 1 ] && [ "${names[i]}" != "${told[i]}" ]; then
      line="$(printf '%-*s  -- %s' "$width" "${names[i]}" "${told[i]}")"
      COMPREPLY+=("${line:0:${COLUMNS:-80}-3}")
    else
      COMPREPLY+=("${names[i]}")
    fi
  done
  # Where no file is meant, none is offered. Bash 3 has no compopt, and offers them.
  [ -n "$files" ] || compopt +o default +o bashdefault 2>/dev/null
  return 0
}

complete -o bashdefault -o default -F __veil_complete veil
