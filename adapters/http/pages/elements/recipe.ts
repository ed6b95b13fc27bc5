import './brew-timer.ts'
import { copyOf } from './copy.ts'
import './dial-ring.ts'
import './install.ts'
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
