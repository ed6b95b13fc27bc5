import './grinder-picker.ts'
import { nameValue } from './live-form.ts'
import './resume.ts'
import './time-zone.ts'

for (const input of document.querySelectorAll<HTMLInputElement>('main .slider input'))
  input.addEventListener('input', () => nameValue(input))
