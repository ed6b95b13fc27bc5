// Scrolls the tabs sideways to the current one, without scrolling the page.
const tab = document.querySelector<HTMLElement>('.tabs > [aria-current]')
const row = tab?.parentElement
if (tab && row) row.scrollLeft = tab.offsetLeft + (tab.offsetWidth - row.clientWidth) / 2

document.addEventListener('keydown', event => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  const tab = (event.target as Element).closest<HTMLElement>('.tabs > a')
  if (!step || !tab) return
  const next = step > 0 ? tab.nextElementSibling : tab.previousElementSibling
  if (next instanceof HTMLElement) next.focus()
})
