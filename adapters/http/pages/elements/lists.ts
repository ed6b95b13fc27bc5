import './grinder-picker.ts'
import './dial-ring.ts'
import './known-rows.ts'
import { live } from './live-form.ts'
import './resume.ts'
import './tabs.ts'

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-at-once]')) live(form)

// On a wide page the stylesheet always shows the filters; this opens them for assistive technology,
// too.
const filters = document.querySelector<HTMLDetailsElement>('.filters')
if (filters) filters.open = matchMedia('(min-width: 800px)').matches

// Shows in words where the two thumbs of a range are.
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return
  const words = target.closest<HTMLElement>('.between-two')?.dataset.words?.split('|')
  if (words) target.setAttribute('aria-valuetext', words[Number(target.value) - Number(target.min)] ?? '')
})

// Appends the next page below the current one. Without a network, the link works as usual.
document.addEventListener('click', event => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[rel="next"]')
  const here = link?.closest<HTMLElement>('[data-live]')
  if (!link || !here || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  void showMore(link, here)
})

async function showMore(link: HTMLAnchorElement, here: HTMLElement) {
  const response = await fetch(link.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
  const page = new DOMParser().parseFromString((await response?.text()) ?? '', 'text/html')
  const next = page.querySelector<HTMLElement>(`[data-live="${here.dataset.live}"]`)
  const cards = [...(next?.querySelectorAll('.cards > *') ?? [])]
  if (!next || cards.length === 0) return location.assign(link.href)
  here.querySelector('.cards')?.append(...cards)
  const onwards = next.querySelector('a[rel="next"]')
  if (onwards) link.replaceWith(onwards)
  else link.remove()
  cards[0]?.querySelector('a')?.focus()
}
