import { copyOf } from './copy.ts'

// Buttons that copy the snippet next to them. The snippet may change afterwards.
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
