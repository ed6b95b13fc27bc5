import { type Config, readConfigToRead, readServiceConfig } from '../config/config.ts'
import { type Env, writtenIn } from '../config/env.ts'
import { storedSecretIn } from '../config/session-secret.ts'
import { troubleOf } from '../trouble/trouble.ts'
import { findingsOfConnections } from './connections.ts'
import { findingsInFiles } from './files.ts'
import { type Finding, foundByError, odd, well, wrong } from './finding.ts'

/** Checks everything that the service needs and that others can break. Changes nothing. */
export async function examine(env: Env): Promise<Finding[]> {
  const read = configuration(env)
  if (!('config' in read)) return [read]
  const { config, unread } = read
  return [
    well('configuration', config.production ? 'complete, for production' : 'for this machine only'),
    ...(await findingsInFiles(config, env)),
    ...unread,
    ...(await findingsOfConnections(config, { knowsSecret: unread.length === 0 })),
    signUp(config),
  ]
}

/** Reads the configuration as the service would, but never creates a secret. */
function configuration(env: Env): { config: Config; unread: Finding[] } | Finding {
  try {
    const { production, dataDir } = readConfigToRead(env)
    const secret = writtenIn(env, 'SESSION_SECRET')
    const isMade = secret === 'none' || (!secret && !production)
    if (!isMade) return { config: readServiceConfig(env), unread: [] }
    const { stored = '-'.repeat(32), unread } = storedIn(dataDir)
    return { config: readServiceConfig({ ...env, SESSION_SECRET_FILE: undefined, SESSION_SECRET: stored }), unread }
  } catch (error) {
    const known = troubleOf(error)
    if (!known) throw error
    return wrong('configuration', known.message, 'Change that variable where the service gets its environment from.')
  }
}

/** A secret that we may not read is reported, and not compared. */
function storedIn(dataDir: string): { stored?: string | undefined; unread: Finding[] } {
  try {
    return { stored: storedSecretIn(dataDir), unread: [] }
  } catch (error) {
    return { unread: [foundByError('permissions', error)] }
  }
}

/** Tells whoever runs the service who can create an account. */
function signUp({ signUp, smtpUrl, production }: Config): Finding {
  const about = 'sign-up'
  if (signUp === 'closed') return well(about, 'closed: no new accounts')
  if (signUp === 'open') return well(about, 'open: anyone can create an account')
  return smtpUrl || !production
    ? well(about, 'by invitation: dialin users invite')
    : odd(
        about,
        'by invitation, and no mail is sent',
        'Set SMTP_URL, or pass on the links that dialin users invite prints.',
      )
}
