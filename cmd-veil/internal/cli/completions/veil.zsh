#compdef veil
# Completion of veil for zsh. It is read where compinit has run.
# SPDX-License-Identifier: Apache-2.0

_veil() {
  local -a lines
  local none=1
  lines=("${(@f)$("${(Q)words[1]/#\~/$HOME}" __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)words[CURRENT]}" 2>/dev/null)}")
  lines=("${(@)lines:#}")
  if (( ${lines[(Ie):files]} )); then
    lines=("${(@)lines:#:files}")
    _files && none=0
  fi
  (( ${#lines} )) && _describe veil lines && none=0
  return none
}

if [ "$funcstack[1]" = "_veil" ]; then
  _veil "$@"
else
  compdef _veil veil
fi
