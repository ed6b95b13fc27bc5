import { oneDrinkerAtATime } from './who-drank.ts'
import './copy-buttons.ts'
import './grinder-picker.ts'
import { nameValue } from './live-form.ts'
import './resume.ts'
import './time-zone.ts'

for (const input of document.querySelectorAll<HTMLInputElement>('main .slider input'))
  input.addEventListener('input', () => nameValue(input))

// On a phone, the tabs of these pages are wider than the screen.
const tab = document.querySelector<HTMLElement>('.own-rail [aria-current]')
if (tab?.parentElement) tab.parentElement.scrollLeft = tab.offsetLeft - (innerWidth - tab.offsetWidth) / 2

const household = document.querySelector<HTMLFormElement>('form[data-household]')
if (household) oneDrinkerAtATime(household)

// A long press on the ring is "Not there?".
const LONG_PRESS_MS = 500
for (const ring of document.querySelectorAll('.stand .ring')) {
  let pressing: ReturnType<typeof setTimeout> | undefined
  const release = () => clearTimeout(pressing)
  ring.addEventListener('pointerdown', () => {
    pressing = setTimeout(() => {
      const form = ring.closest('.stand')?.querySelector('details')
      if (form) form.open = true
      form?.querySelector<HTMLInputElement>('input:not([type=hidden])')?.focus()
    }, LONG_PRESS_MS)
  })
  for (const end of ['pointerup', 'pointerleave', 'pointercancel']) ring.addEventListener(end, release)
  // A phone would show its own menu.
  ring.addEventListener('contextmenu', event => event.preventDefault())
}
