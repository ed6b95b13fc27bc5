import { commandLine } from '../../../core/apps/command-line.ts'
import { decideDevice, userCodeIn, userCodeInWords } from '../../../core/apps/device.ts'
import { attempt } from './attempt.ts'
import { askConsent, consentFrame, warmNotice } from './consent-view.ts'
import { postedForm } from './form.ts'
import { html } from './html.ts'
import type { OwnVisit } from './own-page.ts'
import { textField } from './parts/controls.ts'

/** Asks for the code that a terminal shows and then, with it, for consent. */
export async function devicePage(visit: OwnVisit): Promise<Response> {
  const { url, ports } = visit
  const typed = url.searchParams.get('code')
  if (!typed) return codeForm(visit)
  const code = userCodeIn(typed)
  const asked = await ports.deviceSignIns.pending(code, ports.clock())
  return asked ? question(visit, code, asked.scopes) : codeForm(visit, typed)
}

/** What they decided. */
export async function deviceDecided(visit: OwnVisit): Promise<Response> {
  const { request, ports, who } = visit
  const form = await postedForm(request, ports)
  const code = userCodeIn(form.get('code') ?? '')
  const isAllowed = form.get('answer') === 'allow'
  // Somebody else has signed in meanwhile, in another tab: they haven't been asked.
  const asked =
    form.get('person') === String(who.id) ? undefined : await ports.deviceSignIns.pending(code, ports.clock())
  if (asked) return question(visit, code, asked.scopes)
  const { done: isDecided, fault } = await attempt(() => decideDevice(code, isAllowed, ports, who))
  if (fault) return result(visit, 'Nothing was shared', fault.message, 403)
  if (!isDecided) return codeForm(visit, form.get('code') ?? '')
  return isAllowed
    ? result(visit, 'Your terminal is signed in', 'You can close this page and go back to it.')
    : result(visit, 'Nothing was shared', 'You chose Deny. You can close this page.')
}

const codeForm = (visit: OwnVisit, wrong?: string): Promise<Response> =>
  consentFrame(visit, {
    title: 'Sign in on a terminal',
    status: wrong === undefined ? 200 : 404,
    body: html`<h1>Sign in on a terminal</h1><p class="lead">Type the code that <code>dialin login</code> shows.</p>
<form class="device-code" method="get" action="/device">${textField('code', 'Code', {
      value: wrong ?? '',
      complaint:
        wrong === undefined
          ? undefined
          : 'We don’t recognise this code. Check it, or run dialin login again: a code works for ten minutes.',
      more: html`maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="WDJB-MJHT" required`,
    })}<button class="button">Continue</button></form>`,
  })

const question = (visit: OwnVisit, code: string, scopes: Parameters<typeof askConsent>[1]['scopes']) =>
  askConsent(visit, {
    appName: commandLine.name,
    owner: undefined,
    scopes,
    fields: new URLSearchParams({ code: userCodeInWords(code) }),
    caution: warmNotice(
      `Does your terminal show ${userCodeInWords(code)}?`,
      html`Allow it only if you typed <code>dialin login</code> yourself. If somebody sent you this code, choose Deny: they would get into your account.`,
    ),
    end: html`After that, you can close this page.`,
    formLeavesSite: false,
  })

const result = (visit: OwnVisit, title: string, text: string, status = 200): Promise<Response> =>
  consentFrame(visit, {
    title,
    status,
    body: html`<h1>${title}</h1><p class="lead">${text}</p><p><a class="button outlined" href="/me/keys">Keys and apps</a></p>`,
  })
