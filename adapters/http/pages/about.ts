import { contact } from '../../../core/forms/forms.ts'
import { Contact } from '../../../core/forms/model.ts'
import { methodById } from '../../../core/grind/methods.ts'
import { confidences, type Grinder, micronsAt } from '../../../core/grind/model.ts'
import { fullName } from '../../../core/grind/name.ts'
import { labelOf, rangeLabelOf } from '../../../core/grind/notation.ts'
import { positionOn } from '../../../core/grind/position.ts'
import { rangeAround } from '../../../core/grind/range.ts'
import { sourceOf } from '../../../core/grind/sources.ts'
import { answerForm, type RefusedForm } from './answer-form.ts'
import type { Visit } from './choices.ts'
import { micronsAStep } from './compare.ts'
import { emailFaults, type FormFaults } from './field-faults.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { seeOther } from './own-page.ts'
import { notice, textField } from './parts/controls.ts'

/**
 * How the data was made and how certain it is. The numbers on the page are counted when it is
 * rendered.
 */
export function aboutPage(visit: Visit, refused?: RefusedForm): Promise<Response> {
  const { ports, words } = visit
  const grinders = ports.grinders.list()
  const sources = new Set(grinders.flatMap(one => one.sources.map(source => sourceOf(source).title)))
  const byMaker = grinders.filter(({ makerPublished }) => makerPublished.length > 0)
  const alone = grinders.filter(one => one.sources.length === 1)
  const brands = new Set(grinders.map(({ brand }) => brand))
  return sitePage(visit, {
    title: 'How it works',
    description: `How Dialin puts ${grinders.length} coffee grinders on one scale, where the numbers come from, and how sure we are.`,
    canonical: '/about',
    ...(refused && { status: refused.status }),
    body: html`<div class="plain about"><h1>How it works</h1>
<p class="lead">A recipe says “24 clicks”, and your grinder has numbers. We put ${words.number(grinders.length)} grinders from ${words.number(brands.size)} brands on one scale, from espresso to cold brew, and read every recipe off your own dial.</p>
<h2>Where the numbers come from</h2>
<p>They are published, not measured. We don’t have a laser or a room full of grinders. We read what makers, reviewers and owners have published, ${words.number(sources.size)} sources in all, and draw one curve through them for each grinder. For ${words.number(byMaker.length)} of them, the maker publishes settings. ${words.number(alone.length)} rely on a single source. Each <a href="/grinders">grinder’s page</a> lists its sources.</p>
<p>The scale measures the size of the grounds: espresso at about ${micronsAt(methodById.espresso.grindIndex.target)}&nbsp;µm, a V60 at ${micronsAt(methodById.v60.grindIndex.target)}&nbsp;µm, cold brew at ${words.number(micronsAt(methodById.cold_brew.grindIndex.target))}&nbsp;µm. It’s a shared ruler: two grinders at the same point make a similar cup, but not identical grounds.</p>
<h2 id="sure">How sure we are</h2>
<p>Every setting comes with a range, and as far as we know, the right setting is inside it. The more the sources disagree, the wider the range.</p>
${sureness(grinders, visit)}
${example(visit)}
<h2>What we don’t know</h2>
<ul><li>Your grinder. Two of the same model can differ by a step or so, and the zero point depends on how yours was assembled.</li><li>Your coffee, beyond its roast. Denser beans need a finer grind.</li><li>Anything beyond the published points. There the curve is a straight line, shown dashed on the grinder’s page.</li></ul>
<h2>How it gets better</h2>
<p>Tell us on a grinder’s page whether a setting was right. Answers are anonymous, and when enough people agree, we move the curve. Calibrate your own grinder with one setting that tasted right, and every recipe will adjust. Every recipe lists what we changed for your roast, brewer and taste, and why.</p>
<p>It’s all free to use: <a href="/docs">as an API</a>, <a href="/llms-full.txt">as one text file</a>, and in AI chats <a href="/docs/service#post-api-mcp">over MCP</a>.</p>
<h2 id="contact">Contact us</h2>
${visit.url.searchParams.has('sent') ? notice('right', 'Thank you.', 'We’ve got your message and will reply by email.') : contactForm(visit, refused)}</div>`,
  })
}

/** The message goes to support, who reply by mail. */
export const writeToUs = (visit: Visit) =>
  answerForm(
    visit,
    Contact,
    aboutPage,
    async input => {
      await contact(input, visit.ports)
      return seeOther('/about?sent=1#contact')
    },
    faults,
  )

const faults: FormFaults = {
  name: { missing: 'Enter your name.', wrong: 'Shorten your name to 200 characters.' },
  email: emailFaults,
  message: { missing: 'Write your message.', wrong: 'Shorten your message to 5,000 characters.' },
}

function sureness(grinders: readonly Grinder[], { words }: Visit): Html {
  const rows = confidences.toReversed().map(confidence => {
    const those = grinders.filter(one => one.confidence === confidence)
    const points = those.map(({ uncertainty }) => uncertainty).sort((a, b) => a - b)
    const middle = points[Math.floor(points.length / 2)] ?? 0
    return { confidence, count: those.length, microns: Math.round(micronsAt(middle) - micronsAt(0)) }
  })
  const most = Math.max(...rows.map(({ count }) => count), 1)
  return html`<table><caption class="unseen">Grinders by confidence</caption><thead><tr><th scope="col">Confidence</th><th scope="col">Grinders</th><td class="bars"></td><th scope="col">Usually within</th></tr></thead>
<tbody>${rows.map(({ confidence, count, microns }) => html`<tr><th scope="row">${confidence}</th><td>${words.number(count)}</td><td class="bars"><svg height="14" aria-hidden="true"><rect width="${Math.round((100 * count) / most)}%" height="14" rx="3"/></svg></td><td>±&nbsp;${words.number(microns)}&nbsp;µm</td></tr>`)}</tbody></table>`
}

/** What a range means on one dial, as an example. */
function example({ ports }: Visit): Html {
  const grinder = ports.grinders.bySlug('comandante-c40-mk4')
  if (!grinder) return html``
  const { target } = methodById.v60.grindIndex
  const { setting } = positionOn(grinder, target)
  return html`<p>On a <a href="/grinders/${grinder.slug}">${fullName(grinder)}</a>, where one click is about ${micronsAStep(grinder)}&nbsp;µm, we’d set a V60 to ${labelOf(grinder, setting)}, but anything from ${rangeLabelOf(grinder, rangeAround(grinder, target, grinder.uncertainty))} could be right.</p>`
}

function contactForm({ who }: Visit, refused: RefusedForm | undefined): Html {
  const { typed = {}, complaints = {} } = refused ?? {}
  return html`${complaints[''] ? notice('wrong', 'We couldn’t send this yet.', complaints['']) : ''}<form method="post" action="/about#contact"><input type="hidden" name="subject" value="From the site">
${textField('name', 'Your name', { value: typed.name ?? who?.displayName, complaint: complaints.name, more: html`autocomplete="name" maxlength="100" required` })}
${textField('email', 'Your email', { value: typed.email ?? who?.email, complaint: complaints.email, more: html`type="email" autocomplete="email" required` })}
<div class="field"><label for="message">Message</label><textarea id="message" name="message" rows="6" maxlength="5000" required>${typed.message ?? ''}</textarea>${complaints.message ? html`<p class="complaint">${complaints.message}</p>` : ''}</div>
<button class="button">Send message</button></form>`
}
