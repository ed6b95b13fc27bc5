import { copyOf } from './copy.ts'
import './frame-height.ts'
import { live } from './live-form.ts'
import './portal.ts'

const form = document.querySelector<HTMLFormElement>('#widget')
if (form) {
  live(form)
  // Keeps the swatches and the colour's text field in step.
  const colour = form.querySelector<HTMLInputElement>('#accentColor')
  const swatches = [...form.querySelectorAll<HTMLButtonElement>('.swatch')]
  const press = () => {
    for (const one of swatches)
      one.setAttribute('aria-pressed', String(one.value.toLowerCase() === colour?.value.trim().toLowerCase()))
  }
  colour?.addEventListener('input', press)
  for (const swatch of swatches)
    swatch.addEventListener('click', () => {
      if (colour) colour.value = swatch.value
      press()
    })
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = false
  const snippet = button.parentElement?.querySelector('pre')
  const words = button.querySelector('span')
  let copied: string | undefined
  button.addEventListener('click', () => {
    copied = snippet?.textContent ?? ''
    return copyOf(button, 'snippet', copied)
  })
  // Reset the button if the snippet has changed since it was copied.
  if (snippet && words)
    new MutationObserver(() => {
      if (snippet.textContent !== copied) words.textContent = 'Copy'
    }).observe(snippet, { childList: true, characterData: true, subtree: true })
}
