import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { searchField } from './parts/controls.ts'
import { icon } from './parts/pen.ts'
import { snippetTabs } from './portal/widget-snippets.ts'
import { threeLooks } from './widget-looks.ts'
import { trialIn, tryIt } from './widget-trial.ts'

/** What roasters embed in their shops: try it, three looks, how to add it, and what it counts. */
export async function aboutWidgetPage(visit: Visit): Promise<Response> {
  const { ports } = visit
  const trial = await trialIn(visit)
  const roaster = trial.match ?? { slug: 'your-roastery', name: 'Your roastery' }
  return sitePage(visit, {
    title: 'The widget for roasters',
    description:
      'A recipe card for coffee roasters’ shops: customers see your recipe on the grinder in their kitchen. One line of HTML, no cookies.',
    canonical: '/widget',
    section: 'Roasters',
    style: 'roasting.css',
    script: 'widget-page.js',
    body: html`<div class="widget-hero"><div><h1 class="promise">Your recipe, <span class="together">in your customer’s</span> clicks.</h1>
<p class="lead">One line in your shop. Anyone who buys the bag sees your recipe on the grinder in their kitchen.</p>
<div class="buttons"><a class="button" href="/claim">Claim your page</a><a class="button outlined" href="#add">How to add it</a></div>
<ul class="ticked">${['18 kB, in your colours and your typeface', 'No cookies, no consent banner', 'Shopify, WooCommerce, Squarespace or plain HTML'].map(text => html`<li>${icon('check')}${text}</li>`)}</ul></div>
${await tryIt(trial, visit)}</div>
${await threeLooks(trial, visit)}
<section class="part add-it" id="add" aria-labelledby="add-title"><div><h2 id="add-title">Add it in a minute</h2>
<ol class="numbered">${step(1, 'Claim your page', 'Use an email address at your website’s domain and you’re in right away.')}${step(2, 'Write one recipe', `In your own grinder’s clicks. We convert it to ${ports.grinders.list().length} others.`)}${step(3, 'Paste the snippet', 'Nothing on the page jumps while it loads. With JavaScript off, your own link stays.')}</ol>
<p class="quiet">Does your shop send a Content-Security-Policy? Allow ${ports.site.baseUrl} in script-src, connect-src and img-src. If you use Trusted Types, also allow the <code>lit-html</code> policy.</p></div>
${snippetTabs({ layout: 'card', roaster, link: '/brewing', isExplained: true }, ports.site.baseUrl)}</section>
<div class="part counted-or-not">${countsPanel(
      'What it counts for you',
      'check',
      [
        'How often a recipe was seen and opened',
        'Which methods and grinders people choose',
        'Roughly how many people, using a hash that’s thrown away every day',
      ],
      html``,
    )}${countsPanel(
      'What it never does',
      'cross',
      ['Set a cookie', 'Learn who someone is or where else they go', 'Share your figures with anyone but you'],
      html`<p class="quiet">The visitor’s browser remembers their grinder. We count which one it is, not who chose it. <a href="/privacy">Read the details</a></p>`,
    )}</div>
<section class="part claim-it" aria-labelledby="claim-title"><div><h2 id="claim-title">Your coffees may be here already.</h2><p class="lead">Find your roastery, confirm your email, and the page is yours.</p></div>
<form method="get" action="/claim">${searchField('Name of your roastery', '')}<button class="button">Claim your page</button></form></section>`,
  })
}

const step = (at: number, title: string, text: string): Html =>
  html`<li><span class="at" aria-hidden="true">${at}</span><p><b>${title}</b><span class="quiet">${text}</span></p></li>`

const countsPanel = (title: string, sign: 'check' | 'cross', lines: string[], more: Html): Html =>
  html`<section class="panel"><h3>${title}</h3><ul class="ticked">${lines.map(line => html`<li>${icon(sign)}${line}</li>`)}</ul>${more}</section>`
