import { copyOf } from './copy.ts'
import './frame-height.ts'
import { live } from './live-form.ts'
import './portal.ts'

const form = document.querySelector<HTMLFormElement>('#widget')
if (form) {
  live(form)
  // A swatch is what its number says.
  for (const swatch of form.querySelectorAll<HTMLButtonElement>('.swatch'))
    swatch.addEventListener('click', () => {
      const colour = form.querySelector<HTMLInputElement>('#accentColor')
      if (colour) colour.value = swatch.value
      for (const one of form.querySelectorAll('.swatch')) one.setAttribute('aria-pressed', String(one === swatch))
    })
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', () =>
    copyOf(button, 'snippet', button.parentElement?.querySelector('pre')?.textContent ?? ''),
  )
}
