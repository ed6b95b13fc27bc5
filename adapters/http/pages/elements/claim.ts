import { isAtDomain } from '../../../../core/roasters/website.ts'

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
