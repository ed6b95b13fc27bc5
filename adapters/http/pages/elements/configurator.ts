import { copyOf } from './copy.ts'
import './frame-height.ts'
import { live } from './live-form.ts'
import './portal.ts'

const form = document.querySelector<HTMLFormElement>('#widget')
if (form) {
  live(form)
  // A swatch is what its number says, and the other way round.
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
  // Where what was copied is not what stands there now; the same may be drawn again.
  if (snippet && words)
    new MutationObserver(() => {
      if (snippet.textContent !== copied) words.textContent = 'Copy'
    }).observe(snippet, { childList: true, characterData: true, subtree: true })
}
