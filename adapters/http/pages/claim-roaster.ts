import * as v from 'valibot'
import type { Roaster } from '../../../core/coffees/roaster.ts'
import { CLAIM_LINK_HOURS, isApprovedAtOnce, SubmitClaim, submitClaim } from '../../../core/roasters/claims.ts'
import { ListRoasters } from '../../../core/roasters/model.ts'
import { getRoaster } from '../../../core/roasters/roasters.ts'
import { hostsTyped, isAtDomain, websiteDomain } from '../../../core/roasters/website.ts'
import { answerForm, type RefusedForm } from './answer-form.ts'
import type { Visit } from './choices.ts'
import { claimSteps } from './claim-steps.ts'
import { emailFaults, type FormFaults, webAddressFaults } from './field-faults.ts'
import { type Html, html } from './html.ts'
import { type OwnVisit, seeOther } from './own-page.ts'
import { notice, searchField, textField } from './parts/controls.ts'
import { icon } from './parts/pen.ts'
import { complaintAbout, textsIn, validIn } from './query.ts'
import { roasterFace } from './roasters.ts'
import type { Words } from './words.ts'

const FOUND = 6
const NONE = 'No roasters by that name.'

/** The first step: finding the roaster by its name or web address, also while it is typed. */
export async function howToClaimPage(visit: Visit): Promise<Response> {
  const { url, words } = visit
  const [q = ''] = textsIn(url, 'q')
  const roasters = await roastersCalled(q, visit)
  const none = q !== '' && roasters.length === 0
  const found = roasters.length === 1 ? 'One roaster found.' : `${words.number(roasters.length)} roasters found.`
  return claimSteps(
    {
      title: 'Claim your page',
      at: 1,
      find: html`<form class="finder" method="get" action="/claim" data-at-once data-address="${url.pathname}${url.search}">${searchField('Name or website of your roastery', q, complaintAbout(ListRoasters.entries.search, q || undefined))}</form>
<p class="unseen" role="status" data-live="count">${q === '' ? '' : none ? NONE : found}</p>
<div data-live="found">${roasters.length === 0 ? '' : html`<ul class="claim-found-list">${roasters.map(roaster => roasterRow(roaster, words))}</ul>`}
<p class="quiet">${none ? NONE : 'Not listed?'} <a href="/claim/new${q ? `?name=${encodeURIComponent(q)}` : ''}">Add your roastery</a></p></div>`,
      email: html`<p class="quiet">With an email address at your website’s domain, you’re in immediately.</p>`,
    },
    visit,
  )
}

async function roastersCalled(typed: string, { ports }: Visit): Promise<Roaster[]> {
  const hosts = hostsTyped(typed)
  const atWebsite = hosts.length > 0 ? await ports.roasters.byWebsite(hosts, FOUND) : []
  if (atWebsite.length > 0) return atWebsite
  const { search } = validIn(ListRoasters, { search: typed || undefined })
  return search === undefined ? [] : (await ports.roasters.list({ search, page: 1, limit: FOUND })).roasters
}

function roasterRow(roaster: Roaster, words: Words): Html {
  const { slug, name, isVerified, websiteUrl, _count } = roaster
  const coffees =
    _count.coffees === 0
      ? 'no coffees here yet'
      : _count.coffees === 1
        ? 'one coffee here'
        : `${words.number(_count.coffees)} coffees here`
  const facts = [websiteDomain(websiteUrl), coffees].filter(fact => fact).join(', ')
  return html`<li><a class="hit" href="/roasters/${slug}/claim"><span class="hit-picture">${roasterFace(roaster)}</span><span class="hit-name"><b>${name}</b> <span>${isVerified ? 'Already claimed' : facts}</span></span>${icon('right')}</a></li>`
}

/**
 * The second step: where to send the link. It names the domain that is approved immediately. Anybody
 * may open and fill it in; whoever is not signed in does that when they send it, and comes back.
 */
export async function claimFormPage(visit: Visit, slug?: string, refused?: RefusedForm): Promise<Response> {
  const { ports, url, who } = visit
  const roaster = slug === undefined ? undefined : await getRoaster({ slug }, ports)
  const domain = websiteDomain(roaster?.websiteUrl ?? null)
  const sent = url.searchParams.get('sent')
  const isApproved = sent !== null && isApprovedAtOnce(roaster?.websiteUrl ?? null, sent)
  const find = roaster
    ? html`<p class="claim-found">${roasterFace(roaster)}<span><b>${roaster.name}</b>${domain ? html`<span class="quiet">${domain}</span>` : ''}</span>${sent ? '' : html`<a class="all" href="/claim">Change</a>`}</p>`
    : html`<p class="claim-found"><b>A new roastery</b><a class="all" href="/claim">Change</a></p>`
  const title = roaster ? `Claim ${roaster.name}` : 'Add your roastery'
  if (sent)
    return claimSteps(
      {
        title,
        at: 3,
        roaster,
        find,
        email: html`<p class="claim-found"><span><b>${sent}</b><span class="quiet">${isApproved ? 'Approved right away' : 'We’ll review this by hand and email you'}</span></span></p>`,
        inbox: html`<p>We sent a link to ${sent}. It works for ${CLAIM_LINK_HOURS} hours${isApproved ? ' and takes you straight to your portal' : ''}.</p><p class="quiet">Nothing yet? Check your spam folder.</p><p><a class="button outlined" href="/portal">See your claim</a></p>`,
      },
      visit,
    )
  const claimed = roaster?.isVerified
    ? html`<p>Someone already manages this page. If you work there, the quickest way in is to ask them for an invitation.</p>`
    : ''
  const approval = domain
    ? html`Use an address at <b>${domain}</b> and you’re in immediately. With any other address we’ll review it by hand and email you.`
    : html`We’ll email a link to this address, then review the claim by hand and email you.`
  return claimSteps(
    {
      title,
      status: refused?.status,
      at: 2,
      roaster,
      find,
      email: html`${claimed}${claimForm({ slug, domain, approval, who, refused, url })}`,
    },
    visit,
  )
}

interface ClaimForm extends Pick<Visit, 'who' | 'url'> {
  slug: string | undefined
  domain: string | undefined
  approval: Html
  refused: RefusedForm | undefined
}

function claimForm({ slug, domain, approval, who, url, refused }: ClaimForm): Html {
  const typed = (field: string, usual = '') => refused?.typed[field] ?? usual
  const said = refused?.complaints ?? {}
  const name = {
    value: typed('roasterName', url.searchParams.get('name') ?? ''),
    complaint: said.roasterName,
    more: html`required maxlength="200"`,
  }
  const email = {
    value: typed('businessEmail', who?.email),
    complaint: said.businessEmail,
    more: html`type="email" autocomplete="email" required${domain ? html` data-domain="${domain}"` : ''}`,
  }
  const proof = { value: typed('proofUrl'), complaint: said.proofUrl, more: html`type="url" placeholder="https://"` }
  return html`<p>${approval}</p>
${said[''] ? notice('wrong', 'Not sent yet.', said['']) : ''}<form method="post" action="${slug === undefined ? '/claim/new' : `/roasters/${slug}/claim`}">${slug === undefined ? textField('roasterName', 'Name of the roastery', name) : html`<input type="hidden" name="roasterSlug" value="${slug}">`}${textField('businessEmail', 'Work email', email)}${domain ? approvalOf(email.value, domain) : ''}<details class="more"><summary>Add a note or a link (optional)</summary>${textField('proofUrl', 'Link that shows you work there (optional)', proof)}<div class="field"><label for="notes">Anything we should know (optional)</label><textarea id="notes" name="notes" rows="3" maxlength="5000">${typed('notes')}</textarea></div></details><button class="button">${icon('mail')}Email me the link</button></form>
<p class="quiet">${who ? `You’re signed in as ${who.email}.` : 'You’ll sign in or create an account first, then come straight back.'}</p>`
}

const APPROVED = 'This address is approved right away.'
const REVIEWED = 'We’ll review this by hand and email you.'

/** What becomes of a claim with this address. A script says it of any other that is typed. */
function approvalOf(email: string, domain: string): Html {
  const isApproved = isAtDomain(domain, email)
  return html`<p class="approved${isApproved ? ' is-right' : ''}" role="status" data-approved="${APPROVED}" data-reviewed="${REVIEWED}">${email === '' ? '' : isApproved ? APPROVED : REVIEWED}</p>`
}

/** Handles the form; a mail goes to the business. A refused form is shown again as it was typed. */
export const claimSent = (visit: OwnVisit, slug?: string): Promise<Response> =>
  answerForm(
    visit,
    Claimed,
    (visit, refused) => claimFormPage(visit, slug, refused),
    async input => {
      const { claim } = await submitClaim(input, visit.ports, visit.who)
      return seeOther(`${visit.url.pathname}?sent=${encodeURIComponent(claim.businessEmail)}`)
    },
    faults,
  )

const faults: FormFaults = {
  businessEmail: { ...emailFaults, missing: 'Enter your work email.' },
  roasterName: { wrong: 'Shorten the name to 200 characters.' },
  // Without a name, the form as a whole is wrong.
  '': { wrong: 'Enter the name of the roastery.' },
  proofUrl: webAddressFaults,
  notes: { wrong: 'Shorten your note to 5,000 characters.' },
}

/** An empty field gets an error message and does not count as missing. */
const Claimed = v.pipe(
  v.looseObject({}),
  v.transform(typed => ({ businessEmail: '', ...typed })),
  SubmitClaim,
)
