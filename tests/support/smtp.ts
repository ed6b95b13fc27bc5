import type { AddressInfo } from 'node:net'
import type { Email } from 'postal-mime'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server that keeps what it gets. */
export async function startSmtp() {
  const mails: Email[] = []
  const server = new SMTPServer({
    closeTimeout: 100,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: async (stream, _session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      mails.push(await PostalMime.parse(Buffer.concat(chunks)))
      done()
    },
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    /** The links in the mails to an address, the oldest first. */
    linksTo: (address: string) =>
      mails
        .filter(mail => mail.to?.[0]?.address === address)
        .flatMap(mail => /https?:\/\/\S+token=\S+/.exec(mail.text ?? '')?.[0] ?? []),
    stop: () => new Promise<void>(closed => server.close(closed)),
  }
}
