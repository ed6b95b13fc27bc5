import { Fault } from './errors.ts'

/** The most mails of one kind to one mailbox, whoever causes them. */
export const MAILS_AN_HOUR = 5

export const tooManyMailsTo = (address: string) =>
  new Fault(
    'too-many-requests',
    `We’ve already sent ${MAILS_AN_HOUR} of these emails to ${address} within an hour. Try again in an hour.`,
  )
