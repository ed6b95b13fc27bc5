import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { terminal } from './terminal.ts'

/**
 * Who sits at the terminal, as the operating system knows them; behind sudo or doas also who asked for it, by what the
 * environment says, which anybody may set: it never stands alone, and is never so long that the other is cut off.
 */
export const whoActs = (): string => {
  const { SUDO_USER, DOAS_USER } = terminal().env
  const [asked, name] = [SUDO_USER || DOAS_USER, loginName()]
  return !asked || asked === name ? name : `${asked.slice(0, 50)} as ${name}`
}

/** By the id of the process: Bun's own `username` is what the environment calls USER. In a container it may have no name. */
function loginName() {
  const id = process.getuid?.()
  if (id === undefined) return userInfo().username
  return namesOfUsers().get(String(id)) ?? `user ${id}`
}

function namesOfUsers() {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
    return new Map(lines.map(line => line.split(':')).map(([name = '', , id = '']) => [id, name]))
  } catch {
    return new Map<string, string>()
  }
}
