import { oneDrinkerAtATime } from './who-drank.ts'
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
