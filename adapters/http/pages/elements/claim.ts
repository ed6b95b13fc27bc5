import './frame-height.ts'
import { isAtDomain } from '../../../../core/roasters/website.ts'
import { live } from './live-form.ts'

// Shows roasters as a person types. The arrow keys lead from the field to every row.
const finder = document.querySelector<HTMLFormElement>('form[data-at-once]')
if (finder) live(finder)
document.querySelector('.claim-steps')?.addEventListener('keydown', event => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[(event as KeyboardEvent).key]
  const rows = [...document.querySelectorAll<HTMLElement>('.claim-steps :is([type="search"], a.hit)')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  if (!step || at < 0) return
  event.preventDefault()
  rows[Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus()
})

// Says whether the address is approved right away, once a person has typed it.
const workEmail = document.querySelector<HTMLInputElement>('[data-domain]')
const status = document.querySelector<HTMLElement>('[data-approved]')
workEmail?.addEventListener('change', () => {
  if (!status) return
  const isApproved = isAtDomain(workEmail.dataset.domain ?? '', workEmail.value)
  const isWhole = workEmail.value !== '' && workEmail.validity.valid
  status.classList.toggle('is-right', isWhole && isApproved)
  status.textContent = (isWhole && (isApproved ? status.dataset.approved : status.dataset.reviewed)) || ''
})
