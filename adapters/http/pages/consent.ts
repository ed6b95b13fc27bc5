import { allow, deny, type RefusedWish, type Wish, wishIn } from '../../../core/apps/authorize.ts'
import { voucherOf } from '../../../core/apps/clients.ts'
import { commandLine } from '../../../core/apps/command-line.ts'
import { OAuthFault } from '../../../core/apps/oauth-fault.ts'
import type { Fault } from '../../../core/errors.ts'
import { attempt } from './attempt.ts'
import { askConsent, consentFrame, warmNotice } from './consent-view.ts'
import { LONG_FORM_BYTES, postedForm } from './form.ts'
import { type Html, html } from './html.ts'
import { type OwnVisit, seeOther } from './own-page.ts'

/** An app asks for access, and a person decides. */
export const consentPage = (visit: OwnVisit): Promise<Response> =>
  answeredWish(visit, visit.url.searchParams, wish => consentView(visit, wish, visit.url.searchParams))

/** What they decided. The request is read anew: a field of a form may be forged. */
export async function consentGiven(visit: OwnVisit): Promise<Response> {
  const { request, ports, who } = visit
  const form = await postedForm(request, ports, LONG_FORM_BYTES)
  const answer = form.get('answer')
  const isSamePerson = form.get('person') === String(who.id)
  form.delete('answer')
  form.delete('person')
  return answeredWish(visit, form, async wish => {
    // Somebody else has signed in meanwhile, in another tab: they haven't been asked.
    if (!isSamePerson) return consentView(visit, wish, form)
    if (answer !== 'allow') return seeOther(deny(wish, ports))
    const { done, fault } = await attempt(() => allow(wish, ports, who))
    return fault ? consentView(visit, wish, form, fault) : seeOther(done)
  })
}

async function answeredWish(
  visit: OwnVisit,
  query: URLSearchParams,
  respond: (wish: Wish) => Promise<Response>,
): Promise<Response> {
  let wish: Wish | RefusedWish
  try {
    wish = await wishIn(query, visit.ports)
  } catch (error) {
    if (!(error instanceof OAuthFault)) throw error
    return brokenView(visit, error)
  }
  return 'sendTo' in wish ? seeOther(wish.sendTo) : respond(wish)
}

/** The app made a mistake, and must not be told at an address that may not be its own. */
const brokenView = (visit: OwnVisit, { message }: OAuthFault): Promise<Response> =>
  consentFrame(visit, {
    title: 'This app can’t connect',
    status: 400,
    body: html`<h1>This app can’t connect</h1><p class="lead">Nothing was shared. Something is wrong with its request, which only its developer can fix:</p><p class="said">${message}</p><p><a class="button outlined" href="/">Go to Dialin</a></p>`,
  })

function consentView(visit: OwnVisit, wish: Wish, fields: URLSearchParams, fault?: Fault): Promise<Response> {
  const { app, redirectUri, scopes } = wish
  const { protocol, host } = new URL(redirectUri)
  const isApp = protocol !== 'https:'
  return askConsent(visit, {
    appName: app.name,
    owner: app === commandLine ? undefined : voucherOf(app.id),
    scopes,
    fields,
    caution: caution(wish),
    end:
      app === commandLine
        ? html`You’ll go back to your terminal.`
        : html`You’ll go back to <b>${isApp ? app.name : host}</b>${isApp ? ' on this device' : ''}.`,
    // Browsers apply a policy for forms to every redirect that follows, and apps redirect further.
    formLeavesSite: true,
    fault,
  })
}

/** What nobody has checked. */
function caution({ app, redirectUri }: Wish): Html | string {
  const owner = voucherOf(app.id)
  const { protocol, host } = new URL(redirectUri)
  if (owner === undefined)
    return warmNotice(
      `Nobody has checked who made ${app.name}.`,
      html`It will send you to <b>${redirectUri}</b>. Allow it only if you trust that address.`,
    )
  if (protocol === 'https:' && host === owner) return ''
  if (protocol === 'https:')
    return warmNotice(
      `You’ll be sent to ${host}.`,
      html`That isn’t the app’s own address, <b>${owner}</b>. Allow it only if you trust both.`,
    )
  return warmNotice(
    app === commandLine
      ? 'Did you just run dialin login on this device?'
      : `Did you just start ${app.name} on this device?`,
    html`Any program here could call itself that. If you didn’t start it, choose Deny.`,
  )
}
