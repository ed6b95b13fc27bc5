import { userInfo } from 'node:os'
import { terminal } from './terminal.ts'

/** Who sits at the terminal, as the operating system knows them; behind sudo or doas, who asked for it. */
export const whoActs = (): string => {
  const { SUDO_USER, DOAS_USER } = terminal().env
  return SUDO_USER || DOAS_USER || loginName()
}

/** In a container the user may have no name. */
function loginName() {
  try {
    return userInfo().username || `user ${process.getuid?.()}`
  } catch {
    return `user ${process.getuid?.()}`
  }
}
