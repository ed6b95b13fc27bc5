import type { PendingQuery, Row } from 'postgres'
import { atMost } from '../../../core/cut.ts'
import type { Mail } from '../../../core/mail.ts'
import { MAILS_AN_HOUR } from '../../../core/mailbox.ts'
import type { Sql, Transaction } from '../engine/client.ts'
import { hitThisHour, isAllowed } from './limits.ts'

export type QueuedMail = Mail & { id: string; attempts: number; createdAt: string }

export interface Outbox {
  /** Takes mails that are due, and leases them so that no other worker sends them. */
  claim: (now: Date) => Promise<QueuedMail[]>
  delivered: (id: string) => Promise<void>
  /** Tries again at `retryAt`, or never when it is undefined. */
  failed: (id: string, error: string, retryAt: Date | undefined, now: Date) => Promise<void>
}

/** Queues a mail in the transaction of its cause, so that either both are saved or neither. */
export async function queueMail(sql: Sql | Transaction, mail: Mail, now: Date) {
  await sql`
    insert into outbox (id, recipient, user_id, reply_to, template, props, next_attempt_at, created_at)
    values (
      gen_random_uuid(), ${mail.recipient}, ${mail.userId ?? null}, ${mail.replyTo ?? null},
      ${mail.template}, ${sql.json(mail.props)}, ${now}, ${now}
    )`
}

/** For mails that strangers cause: beyond an hourly limit for the mailbox, left out. */
export async function queueBounded(sql: Sql | Transaction, mail: Mail, now: Date) {
  if (await mayMail(sql, mail, now)) await queueMail(sql, mail, now)
}

/** Counts the mail, by its sender if it goes to a mailbox of ours with a replyTo. */
export const mayMail = (
  sql: Sql | Transaction,
  { recipient, replyTo, template }: Pick<Mail, 'recipient' | 'replyTo' | 'template'>,
  now: Date,
) => isAllowed(sql, mailHit(sql, replyTo ?? recipient, template, now))

/** To follow a `from`: counts a mail to a mailbox (by hash), and says if it is `allowed`. */
export const mailHit = (
  sql: Sql | Transaction,
  mailbox: string | PendingQuery<Row[]>,
  template: Mail['template'],
  now: Date,
) =>
  hitThisHour(
    sql,
    `mail ${template}`,
    sql`encode(sha256(convert_to(mailbox_of(${mailbox}), 'UTF8')), 'hex')`,
    MAILS_AN_HOUR,
    now,
  )

const LEASE_MS = 120_000

export function outboxIn(sql: Sql): Outbox {
  return {
    claim: now => sql<QueuedMail[]>`
      update outbox
      set attempts = attempts + 1,
          next_attempt_at = ${new Date(now.getTime() + LEASE_MS)}
      where id in (
        select id
        from outbox
        where failed_at is null
          and next_attempt_at <= ${now}
        order by next_attempt_at
        limit 20
        for update skip locked
      )
      returning id, recipient, user_id, reply_to, template, props, attempts, created_at`,

    delivered: async id => {
      await sql`delete from outbox where id = ${id}`
    },

    failed: async (id, error, retryAt, now) => {
      await sql`
        update outbox
        set last_error = ${atMost(error, 500)},
            next_attempt_at = coalesce(${retryAt ?? null}, next_attempt_at),
            failed_at = case when ${retryAt === undefined} then ${now}::timestamptz end
        where id = ${id}`
    },
  }
}
