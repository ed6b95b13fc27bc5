import { Fault } from '../../../../core/errors.ts'
import { type Conversion, convert } from '../../../../core/grind/convert.ts'
import { grinderOf } from '../../../../core/grind/find.ts'
import type { AnyGrinder } from '../../../../core/grind/model.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { numeralOf, rangeLabelOf } from '../../../../core/grind/notation.ts'
import { straight } from '../../../design/dial/straight.ts'
import { dialFrom } from '../../../design/dial/ticks.ts'
import type { Visit } from '../choices.ts'
import { type Html, html } from '../html.ts'
import { AS_NEAR } from '../parts/dials.ts'
import { icon, pen } from '../parts/pen.ts'
import { anchorOf, type DocsEndpoint } from './groups.ts'

/** A request to change and send, and what it is answered: as a dial, and as it is. */
export interface Trial {
  request: string
  form: Html
  reply: unknown
}

const fields = ['from', 'setting', 'to'] as const
type TrialInput = Record<(typeof fields)[number], string>

/** For the conversion, whose answer is a place on a dial. Its form works without a script. */
export function trialOf(endpoint: DocsEndpoint, visit: Visit): Trial | undefined {
  const { operation, path, method } = endpoint
  if (`${method} ${path}` !== 'GET /api/v1/convert') return undefined
  const examples = new Map(operation.parameters?.map(({ name, example }) => [name, String(example ?? '')]))
  const given = (name: keyof TrialInput) => visit.url.searchParams.get(name)?.trim() || (examples.get(name) ?? '')
  const asked: TrialInput = { from: given('from'), setting: given('setting'), to: given('to') }
  const { reply, picture } = trialAnswer(asked, visit)
  const field = (name: keyof TrialInput) =>
    html`<label>${name} <input class="input" name="${name}" value="${asked[name]}" maxlength="60" autocomplete="off" spellcheck="false"></label>`
  return {
    request: `curl '${visit.ports.site.baseUrl}${path}?${String(new URLSearchParams(asked))}'`,
    form: html`<form class="try-it" method="get" action="#${anchorOf(endpoint)}" aria-labelledby="try-it"><h3 id="try-it">Try it</h3>${picture}<div>${fields.map(field)}<button class="button small outlined">Send</button></div></form>`,
    reply,
  }
}

function trialAnswer(
  { from, setting, to }: TrialInput,
  { ports: { grinders } }: Visit,
): { reply: unknown; picture: Html } {
  try {
    const target = grinderOf(grinders, to)
    const reply = convert(grinderOf(grinders, from), setting, target)
    return { reply, picture: answerDial(reply, target) }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const { message } = error
    return { reply: { error: message }, picture: html`<p class="complaint">${icon('fault')}${message}</p>` }
  }
}

function answerDial({ from, to, reachable }: Conversion, grinder: AnyGrinder): Html {
  const between = reachable ? rangeLabelOf(grinder, to.range) : AS_NEAR
  const sentence = `${from.label} on the ${from.brand} ${from.name} is ${to.label} on the ${fullName(grinder)}, ${between}.`
  return html`<p class="on-dial"><b>${numeralOf(grinder, to.setting)}</b> <span><b>${between}</b> on the ${fullName(grinder)}</span></p>${straight(pen, { dial: dialFrom(grinder), setting: to.setting, range: to.range, numerals: 11, sentence })}`
}
