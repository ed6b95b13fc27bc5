import type { RoasterRef } from '../../../core/coffees/roaster.ts'
import { CLAIM_LINK_HOURS } from '../../../core/roasters/claims.ts'
import { demoEmbed, embedByRule } from '../../../core/roasters/widget-trial.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { icon } from './parts/pen.ts'
import { trialFrame } from './widget-trial.ts'

interface ClaimSteps {
  title: string
  status?: number | undefined
  /** The step that waits for the reader, from 1. Those before it are done. */
  at: 1 | 2 | 3
  /** The roaster that is claimed, if it is here. */
  roaster?: RoasterRef | undefined
  find: Html
  email: Html
  inbox?: Html
}

/** The three steps to a roaster's page. Those that are done fold to a line. */
export async function claimSteps(
  { title, status, at, roaster, find, email, inbox }: ClaimSteps,
  visit: Visit,
): Promise<Response> {
  const { ports } = visit
  const embed = roaster ? await embedByRule(roaster, ports) : demoEmbed(ports)
  const widget = await trialFrame({ match: roaster, embed, leadsTo: undefined }, visit)
  const step = (number: 1 | 2 | 3, name: string, body: Html | undefined) =>
    html`<li${number === at ? html` aria-current="step"` : ''}><span class="at${number < at ? ' done' : ''}">${number < at ? icon('check') : number}</span><div><h2 class="small">${name}${number < at ? html`<span class="unseen"> (done)</span>` : ''}</h2>${body ?? ''}</div></li>`
  return sitePage(visit, {
    title,
    ...(status && { status }),
    ...(at === 1 && {
      description:
        'Roasters run their own page on Dialin: recipes in their customers’ clicks, and a widget for the shop.',
      canonical: '/claim',
    }),
    section: 'Roasters',
    style: 'roasting.css',
    script: 'claim.js',
    body: html`<div class="claim"><div><h1>Claim your page</h1>
<p class="lead">Write your own recipes, put them in your shop, and see what people make of them.</p>
<ol class="claim-steps">${step(1, 'Find your roastery', find)}${step(2, 'Your work email', email)}${step(3, inbox ? 'Check your inbox' : 'Open the link', inbox ?? html`<p class="quiet">It works for ${CLAIM_LINK_HOURS} hours and takes you straight to your portal.</p>`)}</ol></div>
<aside class="claim-gain" aria-labelledby="gain"><p class="label" id="gain">What you’ll have in five minutes</p><div class="room">${widget}</div><ul class="ticked">${gains.map(gain => html`<li>${icon('check')}${gain}</li>`)}</ul><p class="quiet">You can add colleagues at any time.</p></aside></div>`,
  })
}

const gains = [
  'Your page, with your name and logo',
  'The widget for your shop and a code for the bag',
  'What people brew, and how they rate it',
]
