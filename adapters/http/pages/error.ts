import type { Fault } from '../../../core/errors.ts'
import type { Ports } from '../../../core/ports.ts'
import { ring } from '../../design/dial/ring.ts'
import { dialFrom } from '../../design/dial/ticks.ts'
import { statusOf } from '../faults.ts'
import { dialFor, type Visit, visitOf } from './choices.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { pen } from './parts/pen.ts'
import { pageBefore } from './site-path.ts'

/** The page that a browser sees where a program gets a fault as JSON. */
export async function faultPage(fault: Fault, request: Request, ports: Ports): Promise<Response> {
  const visit = await visitOf(request, ports, undefined)
  const status = statusOf(fault)
  if (status === 404) return notFoundPage(visit)
  // After a form was sent, the address of a page may be one that only takes forms.
  const isReload = status === 405 && request.method === 'GET' && !new URL(request.url).pathname.startsWith('/api/')
  const title = status >= 500 ? 'Something went wrong' : 'That didn’t work'
  return pastTheEnd(
    visit,
    status,
    title,
    html`${isReload ? ONLY_FORMS : (forPeople[fault.code] ?? fault.message)}`,
    pageBefore(request),
  )
}

const ONLY_FORMS = 'This address only accepts forms. Go back and send the form again.'

/** Replaces messages of the API that tell a programmer what to send. */
const forPeople: Partial<Record<Fault['code'], string>> = {
  'too-large': 'That’s too large. Go back and send something smaller.',
}

/**
 * Shows a dial with its pointer past the end. Hidden things look the same as things that never
 * existed.
 */
export const notFoundPage = (visit: Visit, text?: string): Promise<Response> =>
  pastTheEnd(
    visit,
    404,
    'Past the end of\u00a0the\u00a0dial',
    html`${text ?? 'There’s no page at this address. It may have moved or been deleted.'}`,
  )

function pastTheEnd(visit: Visit, status: number, title: string, text: Html, back?: string) {
  const { grinder } = dialFor(visit)
  return sitePage(visit, {
    title,
    status,
    body: html`<div class="past">${ring(pen, { dial: dialFrom(grinder), setting: pastEnd(grinder), text: String(status), sentence: `${status}: ${title}.` })}
<h1>${title}</h1>
<p class="lead">${text}</p>
<div class="buttons">${back === undefined ? '' : html`<a class="button" href="${back}">Go back</a>`}<a class="button${back === undefined ? '' : ' outlined'}" href="/recipes">Find a recipe</a><a class="button outlined" href="/grinders">All ${visit.ports.grinders.list().length} grinders</a></div></div>`,
  })
}

/** Eleven steps past the coarsest setting. */
const pastEnd = ({ minSetting, maxSetting, step, finerIsHigher }: NonNullable<Visit['grinder']>) => {
  const steps = 11 * (step ?? (maxSetting - minSetting) / 100)
  return finerIsHigher ? minSetting - steps : maxSetting + steps
}
