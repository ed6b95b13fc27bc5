import './brew-timer.ts'
import './dial-ring.ts'
import './install.ts'

/** Where a phone can hand it on it does; elsewhere the link is copied. */
async function pass(button: HTMLButtonElement) {
  const { copy, share: title } = button.dataset
  const url = copy ?? location.href
  if (title !== undefined && navigator.share) return navigator.share({ title, url }).catch(() => undefined)
  try {
    await navigator.clipboard.writeText(url)
  } catch {
    return showLink(button, url)
  }
  const words = button.querySelector('span')
  if (words) words.textContent = 'Link copied'
}

/** To copy by hand, where the browser does not let us. */
function showLink(button: HTMLButtonElement, url: string) {
  const field = document.createElement('div')
  field.className = 'field link'
  const label = field.appendChild(document.createElement('label'))
  label.textContent = 'Your browser did not let us copy the link. Here it is:'
  const input = label.appendChild(document.createElement('input'))
  input.readOnly = true
  input.value = url
  button.replaceWith(field)
  input.select()
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy], [data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => ('print' in button.dataset ? print() : pass(button)))
}
