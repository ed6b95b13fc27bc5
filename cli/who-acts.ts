import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { terminal } from './terminal.ts'

/**
 * The operating system's name for the user at the terminal and, under sudo or doas, also who
 * invoked it. The latter comes from the environment, which anyone can set, so it is never shown
 * alone and is kept short enough not to cut the real user off.
 */
export const whoActs = (): string => {
  const { SUDO_USER, DOAS_USER } = terminal().env
  const [asked, name] = [SUDO_USER || DOAS_USER, loginName()]
  return !asked || asked === name ? name : `${asked.slice(0, 50)} as ${name}`
}

/**
 * Looked up by the process's user id, because Bun's `username` is just the variable USER. In a
 * container, the id may have no name.
 */
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
