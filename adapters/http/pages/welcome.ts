import * as v from 'valibot'
import { addGrinder, addMachine } from '../../../core/equipment/owned-equipment.ts'
import { usualMachine } from '../../../core/equipment/usual.ts'
import { setProfile } from '../../../core/profiles/profiles.ts'
import { SetTasteLevels } from '../../../core/taste/palate.ts'
import { choiceCookie } from './choices.ts'
import { postedForm } from './form.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { type OwnVisit, seeOther } from './own-page.ts'
import { brewerField, chipBox, grinderField } from './parts/controls.ts'
import { pathIn } from './site-path.ts'

const steps = ['grinder', 'brewer', 'palate'] as const
type FirstStep = (typeof steps)[number]

/** The first steps: a grinder, a brewer, a palate in three questions. Each can be skipped. */
export function welcomePage(visit: OwnVisit): Promise<Response> {
  const step = stepIn(visit)
  const next = pathIn(visit.url.searchParams.get('next'), '/me')
  const at = steps.indexOf(step)
  const here = addressOf(step, next)
  return sitePage(visit, {
    title: 'First steps',
    script: 'pick-grinder.js',
    body: html`<div class="plain welcome"><p class="label">Step ${at + 1} of ${steps.length}</p>
${asked[step](visit, here)}
<p><a class="all" href="${after(step, next)}">Skip for now</a></p></div>`,
  })
}

/** Stores an answer and continues with the next step. */
export async function takeStep(visit: OwnVisit): Promise<Response> {
  const { request, ports, who, url } = visit
  const form = await postedForm(request, ports)
  const step = stepIn(visit)
  const response = seeOther(after(step, pathIn(url.searchParams.get('next'), '/me')))
  const grinder = ports.grinders.bySlug(form.get('grinder') ?? '')
  if (grinder) {
    await addGrinder({ grinderId: grinder.id, isDefault: true }, ports, who)
    response.headers.set('set-cookie', choiceCookie('grinder', grinder.slug, ports))
  }
  const machine = ports.machines.list().find(({ slug }) => slug === form.get('brewer'))
  if (machine) await addMachine({ machineId: machine.id, isDefault: true }, ports, who)
  const given = questions.flatMap(({ name }) => (form.get(name) ? [[name, Number(form.get(name))]] : []))
  const tastes = v.safeParse(SetTasteLevels, Object.fromEntries(given))
  if (step === 'palate' && tastes.success) await setProfile(tastes.output, ports, who)
  return response
}

const stepIn = ({ url }: OwnVisit): FirstStep => steps.find(step => step === url.searchParams.get('step')) ?? 'grinder'

const addressOf = (step: FirstStep, next: string) => `/welcome?${String(new URLSearchParams({ step, next }))}`

function after(step: FirstStep, next: string) {
  const following = steps[steps.indexOf(step) + 1]
  return following ? addressOf(following, next) : next
}

const asked: Record<FirstStep, (visit: OwnVisit, here: string) => Html> = {
  grinder: ({ ports, grinder }, here) => html`<h1>What grinder do you have?</h1>
<p class="lead">Every recipe will show its setting on your dial.</p>
<form method="post" action="${here}">${grinderField('grinder', 'Grinder', ports.grinders.list(), grinder?.slug, { none: 'Choose your grinder', isRequired: true })}<button class="button">Use this grinder</button></form>`,
  brewer: ({ ports }, here) => html`<h1>What do you brew with?</h1>
<p class="lead">Pick the one you use most. You can add more later.</p>
<form method="post" action="${here}">${brewerField(ports.machines.list(), usualMachine(ports).slug)}<button class="button">I brew with this</button></form>`,
  palate: (_, here) => html`<h1>What do you like?</h1>
<p class="lead">Three quick taps so we can match your taste. You can change it any time.</p>
<form method="post" action="${here}">${questions.map(question)}<button class="button">Done</button></form>`,
}

/** The value of each answer on the scale of that field. */
const questions: { name: keyof v.InferOutput<typeof SetTasteLevels>; title: string; answers: [string, number][] }[] = [
  {
    name: 'acidityLevel',
    title: 'Which sounds better?',
    answers: [
      ['Round, like chocolate', 1],
      ['A bit of both', 3],
      ['Bright, like citrus', 5],
    ],
  },
  {
    name: 'bodyLevel',
    title: 'How should it feel?',
    answers: [
      ['Light, tea-like', 1],
      ['In between', 3],
      ['Full, like cream', 5],
    ],
  },
  {
    name: 'strengthPreference',
    title: 'How strong?',
    answers: [
      ['Mild', 0.2],
      ['Usual', 0.5],
      ['Strong', 0.8],
    ],
  },
]

const question = ({ name, title, answers }: (typeof questions)[number]): Html =>
  html`<fieldset><legend>${title}</legend><div class="chips">${answers.map(([label, value]) => chipBox('radio', name, String(value), label, false))}</div></fieldset>`
