import { recentList, rememberSearch } from './recent-searches.ts'
import { searchPalette } from './search-palette.ts'

const link = document.querySelector<HTMLAnchorElement>('a.find')
/** On the page of results, its own field takes the place of the palette. */
const field = document.querySelector<HTMLInputElement>('.search-page input[name="q"]')
const palette = field ? undefined : searchPalette()

if (palette) link?.setAttribute('aria-haspopup', 'dialog')

function openSearch() {
  palette?.open()
  field?.focus()
  field?.select()
}

link?.addEventListener('click', event => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  openSearch()
})

document.addEventListener('keydown', event => {
  const { key, target, ctrlKey, metaKey, altKey } = event
  const isCommand = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k'
  const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isEditable(target)
  // A timer on the whole screen keeps its keys.
  if (event.defaultPrevented || !(isCommand || isSlash) || document.querySelector('dialog[open]:not(.palette)')) return
  event.preventDefault()
  openSearch()
})

const isEditable = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))

if (field) {
  if (field.value === '') document.querySelector('[data-live="results"]')?.prepend(...recentList())
  const remember = () => rememberSearch(field.value)
  field.form?.addEventListener('submit', remember)
  document.querySelector('[data-live="results"]')?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a.hit, .best a')) remember()
  })
}
