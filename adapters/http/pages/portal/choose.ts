import type { Claim, ClaimState } from '../../../../core/roasters/claims.ts'
import { type Html, html } from '../html.ts'
import { receivedInvitations } from '../invitation.ts'
import { sitePage } from '../layout.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { icon } from '../parts/pen.ts'
import { roasterFace } from '../roasters.ts'

const MOST_CLAIMS = 20

/**
 * Chooses a roaster's portal. With a single roaster it opens at once; without any, it explains how
 * to claim one.
 */
export async function portalsPage(visit: OwnVisit): Promise<Response> {
  const { ports, who } = visit
  const [roasters, claims, invited] = await Promise.all([
    ports.members.of(who.id),
    ports.claims.by(who.id, MOST_CLAIMS, ports.clock()),
    receivedInvitations(visit),
  ])
  const [only, ...others] = roasters
  if (only && others.length === 0 && String(invited) === '') return seeOther(`/portal/${only.roasterSlug}`)
  const mine = new Set(roasters.map(({ roasterSlug }) => roasterSlug))
  return sitePage(visit, {
    title: 'Your portal',
    body: html`<div class="plain">${
      only
        ? html`<h1>${others.length === 0 ? 'Your portal' : 'Which roaster?'}</h1><ul class="lines portals">${roasters.map(({ roasterSlug, roasterName, role, logo }) => html`<li>${roasterFace({ name: roasterName, logo })}<span><b><a href="/portal/${roasterSlug}">${roasterName}</a></b> <span class="quiet">${role === 'OWNER' ? 'Owner' : 'Editor'}</span></span></li>`)}</ul>`
        : html`<h1>Your portal</h1><p class="lead">This is where you run a roaster’s page: coffees, recipes, the widget for your shop, and what people make of them. You don’t manage a roaster yet.</p>`
    }
${invited}
${claims.length === 0 ? '' : html`<h2>Your claims</h2><ul class="lines claimed">${claims.map(claim => claimed(claim, mine, visit))}</ul>`}
${only ? '' : html`<p><a class="button" href="/claim">Claim a roaster</a></p><p class="quiet">Does a colleague run it? Ask them to invite you.</p>`}</div>`,
  })
}

/** The state of a claim, and what happens next. */
function claimed(claim: Claim, mine: Set<string>, visit: OwnVisit): Html {
  const { roaster, state } = claim
  const name = mine.has(roaster.slug)
    ? html`<a href="/portal/${roaster.slug}">${roaster.name}</a>`
    : html`<a href="/roasters/${roaster.slug}">${roaster.name}</a>`
  return html`<li><span><b>${name}</b> <span class="chip">${state === 'APPROVED' ? icon('check') : ''}${inOneWord[state]}</span> <span class="quiet next-of-claim">${whatNext(claim, mine, visit)}</span></span></li>`
}

const inOneWord: Record<ClaimState, string> = {
  PENDING: 'Sent',
  VERIFIED: 'Confirmed',
  APPROVED: 'Approved',
  REJECTED: 'Not approved',
  EXPIRED: 'Expired',
}

function whatNext({ state, roaster, businessEmail, expiresAt }: Claim, mine: Set<string>, { words }: OwnVisit): Html {
  const again = html`<a href="/roasters/${roaster.slug}/claim">Claim it again</a>`
  switch (state) {
    case 'PENDING':
      return html`We emailed ${businessEmail}. Open the link in that email by ${words.day(expiresAt)} to confirm your claim.`
    case 'VERIFIED':
      return html`${businessEmail} is confirmed. We’re reviewing your claim and will email you; there’s nothing more to do.`
    case 'APPROVED':
      return mine.has(roaster.slug)
        ? html`You manage this roaster.`
        : html`You’re no longer a member of this roaster. ${again}`
    case 'REJECTED':
      return html`We couldn’t confirm that it’s yours. If it is, <a href="/about#contact">write to us</a>.`
    case 'EXPIRED':
      return html`The link we sent to ${businessEmail} expired before anyone opened it. ${again}`
  }
}
