import { statSync } from 'node:fs'
import { type BackupPlan, newestBackup } from '../config/backup-plan.ts'
import { counter, gauge, type Metric } from './model.ts'

/** The state of a world at one moment. */
export interface WorldFigures {
  engine: 'embedded' | 'postgres'
  /** Undefined if it does not answer. */
  database: DatabaseFigures | undefined
  /** Whether the replica is in use; missing if there is no replica. */
  isReplicaFit?: boolean
  mails: MailFigures
  events: EventFigures
}

export interface DatabaseFigures {
  version: string
  waitingMails: number
  givenUpMails: number
  oldestMailAt: string | null
}

/** Attempts since the start. */
export interface MailFigures {
  sent: number
  delayed: number
  givenUp: number
}

export interface EventFigures {
  waiting: number
  written: number
  /** Refused because one address caused too many in a minute. */
  refused: number
  /** Lost because the database was unreachable for so long that the buffer was full. */
  dropped: number
}

/**
 * The metrics of a world. Those that come from the database are left out while it is unreachable.
 */
export function worldMetrics({ engine, database, isReplicaFit, mails, events }: WorldFigures, now: Date): Metric[] {
  return [
    {
      name: 'dialin_database_up',
      type: 'gauge',
      help: 'Whether the database answers; for a replica, whether it is in use: it answers and keeps up.',
      samples: [
        { labels: { pool: 'write' }, value: database ? 1 : 0 },
        ...(isReplicaFit === undefined ? [] : [{ labels: { pool: 'read' }, value: isReplicaFit ? 1 : 0 }]),
      ],
    },
    ...(database ? databaseMetrics(database, engine, now) : []),
    counter('dialin_mails_sent_total', 'Emails handed to the mail server.', mails.sent),
    counter('dialin_mails_delayed_total', 'Failed attempts to send an email, which will be retried.', mails.delayed),
    counter('dialin_mails_given_up_total', 'Emails given up on.', mails.givenUp),
    gauge('dialin_events_waiting', 'Events waiting to be written.', events.waiting),
    counter('dialin_events_written_total', 'Events written.', events.written),
    counter('dialin_events_refused_total', 'Events beyond what one address may cause in a minute.', events.refused),
    counter('dialin_events_dropped_total', 'Events lost: the database was away for too long.', events.dropped),
  ]
}

/** The same for all instances that share the database. */
function databaseMetrics(
  { version, waitingMails, givenUpMails, oldestMailAt }: DatabaseFigures,
  engine: string,
  now: Date,
): Metric[] {
  const age = oldestMailAt === null ? 0 : Math.max(0, now.getTime() - new Date(oldestMailAt).getTime()) / 1000
  return [
    {
      name: 'dialin_database_info',
      type: 'gauge',
      help: 'Always 1; which engine it is, and its version.',
      samples: [{ labels: { engine, version }, value: 1 }],
    },
    gauge('dialin_outbox_waiting_mails', 'Emails waiting to be sent.', waitingMails),
    gauge('dialin_outbox_oldest_age_seconds', 'How long the oldest of them has waited; 0 if none does.', age),
    gauge('dialin_outbox_given_up_mails', 'Emails in the outbox that won’t be tried again.', givenUpMails),
  ]
}

/**
 * About the backup folder, which may be shared. Empty if no backups are scheduled, because then
 * none can be overdue.
 */
export function backupMetrics(plan: BackupPlan, now: Date): Metric[] {
  if (plan.everyHours === undefined) return []
  const newest = newestOf(plan, now)
  return [
    gauge(
      'dialin_backup_interval_seconds',
      'How old the newest backup may get before another is due.',
      plan.everyHours * 3600,
    ),
    gauge(
      'dialin_backup_last_success_timestamp_seconds',
      'When the newest backup was made, since 1970; 0 while there is none.',
      newest ? newest.madeAt.getTime() / 1000 : 0,
    ),
    ...(newest ? [gauge('dialin_backup_last_success_size_bytes', 'How large it is.', newest.size)] : []),
  ]
}

/** A folder that cannot be read must not break the other metrics. */
function newestOf(plan: BackupPlan, now: Date) {
  try {
    const newest = newestBackup(plan, now)
    return newest && { ...newest, size: statSync(newest.file).size }
  } catch {
    return undefined
  }
}
