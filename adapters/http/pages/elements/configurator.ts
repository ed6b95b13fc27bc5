import { copyOf } from './copy.ts'
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

// Each frame says how high it wants to be; the room it stands in is what is never replaced.
addEventListener('message', ({ data, source, origin }) => {
  if (origin !== location.origin || data?.type !== 'dialin:height') return
  const frame = [...document.querySelectorAll('iframe')].find(one => one.contentWindow === source)
  const room = frame?.closest<HTMLElement>('.room')
  if (room) room.style.height = `${Math.ceil(Number(data.height)) || 0}px`
})
