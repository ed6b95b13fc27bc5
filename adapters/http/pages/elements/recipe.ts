import './grinder-picker.ts'
import './brew-timer.ts'
import { copyOf } from './copy.ts'
import type { RingTurn } from './dial-ring.ts'
import './dial-ring.ts'
import './install.ts'
import { live } from './live-form.ts'
import './resume.ts'
import './tabs.ts'

/** Uses the system's share dialog if there is one; otherwise copies the link. */
async function pass(button: HTMLButtonElement) {
  const { copy, share: title } = button.dataset
  const url = copy ?? location.href
  if (title !== undefined && navigator.share) return navigator.share({ title, url }).catch(() => undefined)
  await copyOf(button, 'link', url)
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy], [data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => ('print' in button.dataset ? print() : pass(button)))
}

const knobs = document.querySelector<HTMLFormElement>('#knobs')
if (knobs) live(knobs)

// A turned ring stays where it is, for a reload and for more or less water.
document.addEventListener('nudged', event => {
  const nudge = String((event as CustomEvent<RingTurn>).detail.by)
  const turned = (href: string) => {
    const url = new URL(href, location.href)
    url.searchParams.set('nudge', nudge)
    return url.href
  }
  history.replaceState(history.state, '', turned(location.href))
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.make-for a')) link.href = turned(link.href)
  const kept = knobs?.elements.namedItem('nudge')
  if (kept instanceof HTMLInputElement) kept.value = nudge
})
