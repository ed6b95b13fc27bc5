/**
 * Copies a text and says so on its button. If the browser does not allow it, the text can be copied
 * by hand.
 */
export async function copyOf(button: HTMLButtonElement, what: 'link' | 'snippet', text: string) {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    return showText(button, what, text)
  }
  const words = button.querySelector('span')
  if (words) words.textContent = what === 'link' ? 'Link copied' : 'Copied'
}

function showText(button: HTMLButtonElement, what: string, text: string) {
  const field = document.createElement('div')
  field.className = 'field link'
  const label = field.appendChild(document.createElement('label'))
  label.textContent = `Your browser didn’t let us copy the ${what}. Here it is:`
  const input = label.appendChild(document.createElement(text.includes('\n') ? 'textarea' : 'input'))
  input.readOnly = true
  input.value = text
  button.replaceWith(field)
  input.select()
}
