import './grinder-picker.ts'
import { brewTimeInWords } from '../../../../core/recipes/ranges.ts'
import { tenths } from '../../../../core/rounding.ts'
import type { DialRing, RingTurn } from './dial-ring.ts'
import './dial-ring.ts'
import { forgetBrews } from './kept-brews.ts'
import './time-zone.ts'

const form = document.querySelector<HTMLFormElement>('form[data-ring]')
const setting = form?.querySelector<HTMLInputElement>('#grindSetting')
const dialRing = form?.querySelector<DialRing>('dial-ring')

// Keeps the ring and the field in step.
dialRing?.addEventListener('nudged', event => {
  if (setting) setting.value = (event as CustomEvent<RingTurn>).detail.numeral
})
setting?.addEventListener('change', () => dialRing?.read(setting.value))

for (const stepper of form?.querySelectorAll<HTMLElement>('.stepper') ?? []) {
  const input = stepper.querySelector('input')
  if (!input) continue
  const step = Number(stepper.dataset.step)
  const move = (steps: number) => {
    const isTime = input.name === 'brewTime'
    const before = isTime ? secondsOf(input.value) : Number(input.value.replace(',', '.'))
    if (Number.isNaN(before)) return
    const after = Math.max(0, tenths(before + steps * step))
    input.value = isTime ? brewTimeInWords(after) : String(after).replace('.', input.value.includes(',') ? ',' : '.')
    tellValue()
  }
  const tellValue = () => {
    const value = input.name === 'brewTime' ? secondsOf(input.value) : Number(input.value.replace(',', '.'))
    input.setAttribute('aria-valuenow', String(value))
    input.setAttribute('aria-valuetext', `${input.value} ${input.nextElementSibling?.textContent ?? ''}`)
  }
  input.setAttribute('role', 'spinbutton')
  tellValue()
  input.addEventListener('change', tellValue)
  input.addEventListener('keydown', event => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key]
    if (steps === undefined) return
    event.preventDefault()
    move(steps)
  })
  for (const button of stepper.querySelectorAll<HTMLButtonElement>('button')) {
    button.hidden = false
    button.addEventListener('click', () => move(Number(button.dataset.by)))
  }
}

function secondsOf(text: string) {
  const [minutes = '', seconds] = text.split(':')
  return seconds === undefined ? Number(minutes) : 60 * Number(minutes) + Number(seconds)
}

// "Just right" excludes every other taste.
form?.querySelector('.tastes')?.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.checked) return
  for (const box of form.querySelectorAll<HTMLInputElement>('.tastes input'))
    if (box !== target && (target.value === 'balanced') !== (box.value === 'balanced')) box.checked = false
})

// Once it is logged, nothing offers to go back to it.
if (form?.getAttribute('action') === '/me/log')
  form.addEventListener('submit', ({ submitter }) => {
    if (submitter?.getAttribute('formmethod') !== 'get') forgetBrews(({ isDone }) => isDone)
  })
