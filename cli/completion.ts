import type { Command, Option } from 'commander'
import { inOneLine } from './print.ts'
import { terminal } from './terminal.ts'

/**
 * The script that a shell loads once. It asks this program at every tab, so it never gets out of
 * date.
 */
export const printCompletion = (shell: keyof typeof scripts) => terminal().out(scripts[shell])

/**
 * Prints the completions for the last of these words: one per line with a description, or that a
 * file is expected.
 */
export async function completeWords(dialin: Command, words: readonly string[]) {
  const { out } = terminal()
  const begun = words.at(-1) ?? ''
  const found = await candidates(dialin, words.slice(0, -1), begun)
  if (found === 'files') return out('files\n')
  const fitting = found.filter(({ word }) => word.startsWith(begun))
  out(['words', ...fitting.map(({ word, is }) => `${inOneLine(word)}\t${inOneLine(is)}`), ''].join('\n'))
}

interface Offer {
  word: string
  is: string
}

async function candidates(dialin: Command, before: readonly string[], begun: string): Promise<Offer[] | 'files'> {
  const { command, given, awaited } = reached(dialin, before)
  if (awaited) return /<(place|folder)>/.test(awaited.flags) ? 'files' : []
  if (begun.startsWith('-'))
    return optionsOf(command)
      .filter(({ long }) => long && !before.includes(long))
      .map(({ long, description }) => ({ word: long ?? '', is: description }))
  if (command.commands.length > 0)
    return command
      .createHelp()
      .visibleCommands(command)
      .map(inner => ({ word: inner.name(), is: inner.description() }))
  const argument = command.registeredArguments[given]
  if (argument?.argChoices) return argument.argChoices.map(word => ({ word, is: argument.description }))
  if (argument?.name() === 'file') return 'files'
  return grinderArguments.has(`${command.name()} ${argument?.name()}`) ? offeredGrinders() : []
}

/**
 * The command that these words lead to, how many arguments it has so far, and the option that still
 * needs its value, if any.
 */
function reached(dialin: Command, words: readonly string[]) {
  let [command, given] = [dialin, 0]
  let awaited: Option | undefined
  for (const word of words) {
    if (awaited) awaited = undefined
    else if (word.startsWith('-')) awaited = optionsOf(command).find(({ required, long }) => required && long === word)
    else {
      const inner = command.commands.find(each => each.name() === word)
      if (inner) command = inner
      else given++
    }
  }
  return { command, given, awaited }
}

const optionsOf = (command: Command) => command.createHelp().visibleOptions(command)

const grinderArguments = new Set(['convert from', 'convert to', 'chart grinder'])

async function offeredGrinders(): Promise<Offer[]> {
  const { grindersHere } = await import('../adapters/equipment/equipment-here.ts')
  const { fullName } = await import('../core/grind/name.ts')
  const { grinders } = await grindersHere(terminal().env)
  return grinders.list().map(grinder => ({ word: grinder.slug, is: fullName(grinder) }))
}

// None of these evaluates the completions: `compgen -W` would run a $(…) in them.
const scripts = {
  bash: `_dialin() {
  local line first=1
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$first" ]; then
      [ "$line" = files ] && compopt -o default
      first=
    else
      COMPREPLY+=("\${line%%$'\\t'*}")
    fi
  done < <("$1" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _dialin dialin
`,
  zsh: `#compdef dialin
_dialin() {
  local -a lines
  lines=("\${(@f)$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $lines[1] == files ]]; then
    _files
  else
    lines=("\${(@)lines[2,-1]//:/\\\\:}")
    lines=("\${(@)lines/$'\\t'/:}")
    _describe dialin lines
  fi
}
compdef _dialin dialin
`,
  fish: `function __dialin_complete
    set -l words (commandline -opc)
    set -l begun (commandline -ct)
    set -l lines ($words[1] complete -- $words[2..-1] "$begun" 2>/dev/null)
    if test "$lines[1]" = files
        __fish_complete_path "$begun"
    else
        printf '%s\\n' $lines[2..-1]
    end
end
complete -c dialin -f -a '(__dialin_complete)'
`,
}
