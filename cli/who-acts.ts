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

/** In a container the user may have no name. */
function loginName() {
  try {
    return userInfo().username || `user ${process.getuid?.()}`
  } catch {
    return `user ${process.getuid?.()}`
  }
}
