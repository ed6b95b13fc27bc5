import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Letter {
  messageId: string
  subject: string
  to: string
}

/**
 * A real SMTP server that keeps what it has accepted; while it is held, it reads mails completely
 * and does not answer.
 */
export async function openMailbox() {
  const letters: Letter[] = []
  const gone = new Set<string>()
  let senders = 0
  let held = Promise.withResolvers<void>()
  held.resolve()
  let underWay = 0
  const server = new SMTPServer({
    closeTimeout: 100,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onConnect: (_session, done) => {
      senders++
      done()
    },
    onClose: ({ id }) => {
      senders--
      gone.add(id)
    },
    onData: async (stream, { id }, done) => {
      const mail = await whole(stream)
      if (!mail) return
      underWay++
      await held.promise
      underWay--
      // A sender that died before the confirmation has not sent the mail.
      if (gone.has(id)) return
      const { messageId = '', subject = '', to } = await PostalMime.parse(mail)
      letters.push({ messageId, subject, to: to?.[0]?.address ?? '' })
      done()
    },
  })
  // A killed sender drops its connection, which is what these tests are about.
  server.on('error', () => {})
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    /** How many mails were read completely and not yet answered. */
    underWay: () => underWay,
    senders: () => senders,
    hold: () => {
      held = Promise.withResolvers<void>()
    },
    release: () => held.resolve(),
    close: () => new Promise<void>(closed => server.close(closed)),
  }
}

/** Undefined if its sender died in the middle of it. */
async function whole(stream: AsyncIterable<Buffer>) {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) chunks.push(chunk)
    return Buffer.concat(chunks)
  } catch {
    return undefined
  }
}
