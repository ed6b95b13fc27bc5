import * as v from 'valibot'
import { Fault } from '../../../core/errors.ts'
import { checkUnsubscribe, type MailKind, Unsubscribe, unsubscribe } from '../../../core/profiles/unsubscribe.ts'
import { faultStatus } from '../faults.ts'
import { attempt } from './attempt.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'

const sentences: Record<MailKind, { question: string; done: string }> = {
  comments: {
    question: 'Unsubscribe from emails about comments on your recipes?',
    done: 'You won’t get any more emails about comments on your recipes.',
  },
  saves: {
    question: 'Unsubscribe from emails about people who save your recipes?',
    done: 'You won’t get any more emails about people who save your recipes.',
  },
  brews: {
    question: 'Unsubscribe from emails about people who brew your recipes?',
    done: 'You won’t get any more emails about people who brew your recipes.',
  },
  variations: {
    question: 'Unsubscribe from emails about variations of your recipes?',
    done: 'You won’t get any more emails about variations of your recipes.',
  },
  shelf: {
    question: 'Unsubscribe from emails about your shelf?',
    done: 'You won’t get any more emails about your shelf.',
  },
}

/**
 * The page that the link at the foot of a mail opens. Opening it changes nothing, because mail
 * programs open links, too.
 */
export const unsubscribePage = (visit: Visit) =>
  answeredByLink(visit, async asked => {
    checkUnsubscribe(asked, visit.ports)
    return html`<h1>${sentences[asked.mail].question}</h1>
<form method="post" action="/unsubscribe${visit.url.search}"><button class="button">Unsubscribe</button></form>
<p class="quiet">Or <a href="/settings">choose which emails you get</a>.</p>`
  })

/**
 * Handles the button, here or in a mail program (RFC 8058), which sends neither a session nor an
 * origin.
 */
export const unsubscribed = (visit: Visit) =>
  answeredByLink(visit, async asked => {
    await unsubscribe(asked, visit.ports)
    return html`<h1>You’re unsubscribed</h1><p class="lead">${sentences[asked.mail].done}</p>
<p>Changed your mind? <a href="/settings">Choose which emails you get</a>.</p>`
  })

async function answeredByLink(visit: Visit, answer: (asked: v.InferOutput<typeof Unsubscribe>) => Promise<Html>) {
  const query = visit.url.searchParams
  const result = await attempt(async () => {
    const asked = v.safeParse(Unsubscribe, { ...Object.fromEntries(query), user: Number(query.get('user')) })
    if (!asked.success) throw new Fault('link-expired', 'This link is incomplete. Open it again from the email.')
    return answer(asked.output)
  })
  return sitePage(visit, {
    title: 'Email notifications',
    status: result.fault ? faultStatus[result.fault.code] : 200,
    body: html`<div class="plain">${
      result.fault
        ? html`<h1>This link doesn’t work</h1><p>${result.fault.message}</p><p><a class="all" href="/settings">Choose which emails you get</a></p>`
        : result.done
    }</div>`,
  })
}
