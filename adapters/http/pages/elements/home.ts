import './grinder-picker.ts'
import type { RingTurn } from './dial-ring.ts'
import './dial-ring.ts'
import './install.ts'
import { live } from './live-form.ts'
import './resume.ts'

for (const form of document.querySelectorAll<HTMLFormElement>('#choose, #converter')) live(form)

// The ring moves at once. The rest of the recipe follows through the form, as if the buttons had
// been used.
const chooseForm = document.querySelector<HTMLFormElement>('#choose')
if (chooseForm) {
  const nudge = document.createElement('input')
  nudge.type = 'hidden'
  nudge.name = 'nudge'
  nudge.value = new URLSearchParams(location.search).get('nudge') ?? '0'
  chooseForm.append(nudge)
  chooseForm.addEventListener('nudged', event => {
    nudge.value = String(Number(nudge.value) + (event as CustomEvent<RingTurn>).detail.steps)
    nudge.dispatchEvent(new Event('change', { bubbles: true }))
  })
  // Another grinder or brewer starts from another setting, so drop the nudge.
  chooseForm.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) nudge.value = '0'
  })
}
