import type { getDashboard } from '../../../../core/portal/dashboard.ts'
import { type Html, html } from '../html.ts'
import { icon } from '../parts/pen.ts'
import { portalPath } from './rail.ts'

type Onboarding = Awaited<ReturnType<typeof getDashboard>>['onboarding']

/**
 * The page and the button of each first step, in the order in which a visitor would notice what is
 * missing.
 */
const doneAt: Record<string, { path: string; verb: string }> = {
  profile: { path: '/profile', verb: 'Complete your profile' },
  coffee: { path: '/coffees', verb: 'Add a coffee' },
  recipe: { path: '/recipes', verb: 'Write a recipe' },
  embed: { path: '/widget', verb: 'Choose how it looks' },
  live: { path: '/widget', verb: 'Put it on your site' },
  links: { path: '/profile', verb: 'Add a logo' },
}

const titles = [
  'Nothing left',
  'One thing left',
  'Two things left',
  'Three things left',
  'Four things left',
  'Five things left',
  'Six things left',
]

/** The first steps, while any are left. */
export function onboardingPart({ steps, completed, total, isComplete }: Onboarding, slug: string): Html {
  if (isComplete) return html``
  const ordered = Object.keys(doneAt).flatMap(id => steps.find(step => step.id === id) ?? [])
  const next = ordered.find(({ done }) => !done)
  const { path = '', verb = '' } = doneAt[next?.id ?? ''] ?? {}
  const href = path && portalPath(slug, path)
  return html`<section class="panel left" aria-labelledby="left"><h2 id="left">${titles[total - completed] ?? ''}</h2>
<ul>${ordered.map(({ title, done }) => html`<li${done ? html` class="done"` : ''}><span class="at">${done ? icon('check') : ''}</span><span>${title}<span class="unseen">${done ? ', done' : ', to do'}</span></span></li>`)}</ul>
${href ? html`<a class="button" href="${href}">${verb}</a>` : ''}</section>`
}
