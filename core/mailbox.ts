import { Fault } from './errors.ts'

/** The most mails of one kind to one mailbox, whoever causes them. */
export const MAILS_AN_HOUR = 5

export const tooManyMailsTo = (address: string) =>
  new Fault(
    'too-many-requests',
    `${address} has had ${MAILS_AN_HOUR} of these mails within an hour; try again in an hour.`,
  )
