import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { QueuedMail } from '../postgres/events/outbox.ts'

type OutgoingMail = Pick<QueuedMail, 'id' | 'recipient' | 'replyTo' | 'template' | 'createdAt'> & {
  subject: string
  html: string
  text: string
  /** Accepts a POST from mail programs, without signing in. */
  unsubscribeUrl: string | undefined
}
export interface MailTransport {
  send: (mail: OutgoingMail) => Promise<void>
  close: () => void
}

/**
 * Sends over SMTP if SMTP_URL is set. Otherwise writes mails to files and, outside production,
 * prints sign-in links on the terminal.
 */
export function mailTransport(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'production'>): MailTransport {
  return config.smtpUrl
    ? overSmtp(config.smtpUrl, config.mailFrom)
    : intoFiles(join(config.dataDir, 'mail'), config.mailFrom, !config.production)
}

function overSmtp(url: string, from: string): MailTransport {
  const transport = openedLate(({ createTransport }) =>
    createTransport(
      { url, pool: true, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 },
      { from },
    ),
  )
  return {
    send: async mail => {
      await (await transport.opened()).sendMail(messageOf(mail, from))
    },
    close: transport.close,
  }
}

function intoFiles(folder: string, from: string, showLinks: boolean): MailTransport {
  const transport = openedLate(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true }, { from }),
  )
  return {
    send: async mail => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const { message } = await (await transport.opened()).sendMail(messageOf(mail, from))
      const stamp = mail.createdAt.replace(/[:.]/g, '-')
      await Bun.write(join(folder, `${stamp}-${mail.template}-${mail.id.slice(0, 8)}.eml`), message as Buffer)
      const link =
        showLinks &&
        mail.template === 'magic-link' &&
        mail.text.split(/\s+/).find(word => word.startsWith('http') && word.includes('token='))
      // On stderr: the log on stdout never contains a token.
      if (link) console.error(`\n  Sign-in link (no SMTP_URL is set): ${link}\n`)
    },
    close: transport.close,
  }
}

/** Loaded for the first mail: most commands send none. */
function openedLate<T extends { close: () => void }>(open: (nodemailer: typeof import('nodemailer')) => T) {
  let transport: Promise<T> | undefined
  return {
    opened: () => {
      transport ??= import('nodemailer').then(open)
      return transport
    },
    close: () => void transport?.then(opened => opened.close()),
  }
}

function messageOf(mail: OutgoingMail, from: string) {
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'dialin.example'
  return {
    messageId: `<${mail.id}@${domain}>`,
    date: new Date(mail.createdAt),
    to: mail.recipient,
    replyTo: mail.replyTo ?? undefined,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    // RFC 8058: mail programs show an unsubscribe button for this.
    ...(mail.unsubscribeUrl && {
      headers: {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  }
}

/** Why a mail server does not let us in; undefined if it does. */
export async function verifyMail(url: string): Promise<'refused' | 'strange' | 'away' | undefined> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    const { code = '', message = '' } = error as NodeJS.ErrnoException
    if (code === 'EAUTH') return 'refused'
    return code === 'ETLS' || /certificate|self.signed|altnames|SSL|TLS/i.test(`${code} ${message}`)
      ? 'strange'
      : 'away'
  } finally {
    transport.close()
  }
}
