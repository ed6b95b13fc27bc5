import { startedOtherwise } from '../../core/accounts/last-start.ts'
import { Fault } from '../../core/errors.ts'
import { secretsFrom } from '../auth/secrets.ts'
import { type Config, siteAddress } from '../config/config.ts'
import { hasDatabase, placeName } from '../config/place.ts'
import { verifyMail } from '../email/send.ts'
import type { Sql } from '../postgres/engine/client.ts'
import { databaseCheckIn } from '../postgres/engine/health.ts'
import { lastStartIn } from '../postgres/engine/last-start.ts'
import {
  isOlderRelease,
  isUnused,
  refuseOtherRelease,
  refuseTaken,
  upgradeBegunFrom,
} from '../postgres/engine/migrate.ts'
import { forgetfulFault } from '../postgres/engine/prepared.ts'
import { tablesOfOthers, unwritableFault } from '../postgres/engine/writable.ts'
import { reachDatabase } from '../trouble/reach.ts'
import { troubleOf } from '../trouble/trouble.ts'
import { isNoFolder, ownerOfDatabase } from './files.ts'
import { type Finding, findingsBy, foundByError, odd, well, wrong } from './finding.ts'
import { findingsOfPictures } from './pictures.ts'
import { type DatabaseId, findingsBefore } from './proxy.ts'
import { findingsOfReplica } from './replica.ts'

/**
 * Checks what the service connects to: the database, its clock and replica, the bucket for
 * pictures, the mail server, and the proxy in front of the service.
 */
export async function findingsOfConnections(config: Config, known: SecretKnown): Promise<Finding[]> {
  const { findings, id } = await database(config, known)
  return [
    ...findings,
    ...(await findingsOfPictures(config)),
    ...(await findingsBy('mail', async () => [await mail(config)])),
    ...metrics(config),
    ...(await findingsBy('proxy', () => findingsBefore(config, id))),
  ]
}

/** Whether the secret in the configuration is the one that the service would use. */
interface SecretKnown {
  knowsSecret: boolean
}

const SLOW_MS = 100
const MOST_APART_MS = 5000

async function database(config: Config, known: SecretKnown): Promise<{ findings: Finding[]; id: DatabaseId }> {
  const about = 'database'
  const unseen = { findings: [], id: undefined }
  try {
    if (config.databaseUrl === undefined && ownerOfDatabase(config.dataDir) !== undefined) return unseen
    if (!hasDatabase(config))
      return isNoFolder(config.dataDir)
        ? unseen
        : { findings: [well(about, `none yet; the first start creates one in ${placeName(config)}`)], id: null }
    const { sql, close } = await reachDatabase(config)
    try {
      const ofServer = config.databaseUrl ? [await clock(sql)] : []
      const unwritable = await unwritableFault(sql, config)
      // A standby, or a user without read access, would reject the remaining checks.
      if (unwritable) return { ...unseen, findings: [foundByError(about, unwritable), ...ofServer] }
      const forgetful = await forgetfulFault(config)
      const findings = [
        forgetful ? foundByError(about, forgetful) : await release(sql, placeName(config)),
        ...(await owners(sql)),
        ...(await settings(sql, config, known)),
        ...(await findingsOfReplica(config, sql)),
        ...ofServer,
      ]
      return { findings, id: (await isUnused(sql)) ? null : (await databaseCheckIn(sql)())?.id }
    } finally {
      await close()
    }
  } catch (error) {
    return { ...unseen, findings: [foundByError(about, error, placeName(config))] }
  }
}

async function release(sql: Sql, place: string): Promise<Finding> {
  const about = 'database'
  const started = performance.now()
  await sql`select 1`
  const ms = performance.now() - started
  await refuseTaken(sql)
  if (await isUnused(sql)) return odd(about, `${place} is empty`, 'Start the service: it creates its tables.')
  if ((await upgradeBegunFrom(sql)) !== undefined)
    return odd(
      about,
      `${place} is between two releases: its upgrade was interrupted`,
      'Start this release to finish it. To go back, run "dialin db restore FILE --force" with the release before and the backup from before the upgrade.',
    )
  if (await isOlderRelease(sql))
    return odd(about, `${place} is at an older release`, 'The next start makes a backup and upgrades it.')
  const other = await refuseOtherRelease(sql).catch(error => troubleOf(error) ?? Promise.reject(error))
  if (other instanceof Fault)
    return wrong(about, other.message, 'Start the release that it belongs to, or restore a backup of this one.')
  return ms > SLOW_MS
    ? odd(
        about,
        `${place} answers after ${Math.round(ms)} ms`,
        'Move the service closer to it, or find out what keeps it busy.',
      )
    : well(about, `${place}, at this release`)
}

/** An upgrade changes tables, which only their owner can do. */
async function owners(sql: Sql): Promise<Finding[]> {
  if (await isUnused(sql)) return []
  const [first, ...others] = await tablesOfOthers(sql)
  if (!first) return []
  const { name, owner, user } = first
  const more = others.length === 1 ? '1 more table' : `${others.length} more tables`
  const tables = others.length > 0 ? `${name} and ${more} belong` : `the table ${name} belongs`
  // If an upgrade is due, the next start will fail.
  const found = (await isOlderRelease(sql)) ? wrong : odd
  return [
    found(
      'database',
      `${tables} to the role ${owner}, so ${user} cannot upgrade ${others.length > 0 ? 'them' : 'it'}`,
      `As a superuser, run in that database: alter table ${name} owner to "${user}"; docs/postgresql.md shows how to transfer all of them at once.`,
    ),
  ]
}

/**
 * Whether the service was last started with another secret or address: it would not accept links
 * made by a command run in this environment.
 */
async function settings(sql: Sql, config: Config, { knowsSecret }: SecretKnown): Promise<Finding[]> {
  // With port 0, the service's address is not known.
  const isKnown = config.baseUrl !== undefined || config.port !== 0
  const isCurrent = await refuseOtherRelease(sql).then(
    () => true,
    () => false,
  )
  if (!isKnown || !isCurrent) return []
  const here = { baseUrl: siteAddress(config) }
  const found = await lastStartIn(sql, secretsFrom(config.sessionSecret), here).differences()
  const otherwise = startedOtherwise({ ...found, hasOtherSecret: knowsSecret && found.hasOtherSecret })
  const remedy = 'Run commands with the environment of the service; if you have changed that, restart the service.'
  return otherwise
    ? [odd('settings', `the service was last started ${otherwise}, unlike this environment`, remedy)]
    : []
}

/** Links and sessions expire by this machine's clock, days begin by the database's. */
async function clock(sql: Sql): Promise<Finding> {
  const asked = Date.now()
  const [row] = await sql<{ ms: number }[]>`select extract(epoch from clock_timestamp()) * 1000 as ms`
  const apart = Math.abs((row?.ms ?? 0) - (asked + Date.now()) / 2)
  return apart > MOST_APART_MS
    ? wrong(
        'clock',
        `this machine and the database are ${Math.round(apart / 1000)} s apart`,
        'Synchronise both with a time server.',
      )
    : well('clock', 'the same as on the database server')
}

async function mail({ smtpUrl, production, dataDir }: Config): Promise<Finding> {
  const about = 'mail'
  if (!smtpUrl) {
    const says = `written to ${dataDir}/mail, and not sent`
    return production ? odd(about, says, 'Set SMTP_URL: without mail nobody gets a sign-in link.') : well(about, says)
  }
  const failed = await verifyMail(smtpUrl)
  const { host } = new URL(smtpUrl)
  if (!failed) return well(about, `${host} accepts it`)
  const [says, remedy] = mailTrouble[failed]
  return wrong(about, `${host} ${says}`, remedy)
}

const mailTrouble = {
  refused: ['does not accept this user and password', 'Check both in SMTP_URL; write @ in them as %40.'],
  strange: [
    'has a certificate that is not valid, or no TLS on this port',
    'Use the host name in its certificate; smtps:// is for port 465, smtp:// for 587.',
  ],
  away: ['does not respond like a mail server', 'Check the host and port in SMTP_URL.'],
} as const

function metrics({ metrics: place }: Config): Finding[] {
  if (!place) return []
  const about = 'metrics'
  const { listener, token } = place
  if (!listener) return [well(about, 'at /metrics, with the token')]
  const { host, port } = listener
  if (token || /^(127\..*|::1|localhost)$/.test(host)) return [well(about, `on ${host}, port ${port}`)]
  const says = `anyone who can reach port ${port} of ${host} can read them`
  return [odd(about, says, 'Set METRICS_TOKEN, or block that port for others.')]
}
