import './brew-timer.ts'
import './dial-ring.ts'
import './install.ts'

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy ?? '')
    const words = button.querySelector('span')
    if (words) words.textContent = 'Copied'
  })
}
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}
