import { recentList, rememberSearch } from './recent-searches.ts'

/** How long to wait for a person to finish typing. */
const SETTLED_MS = 120

const frame = `<form role="search" method="get" action="/search"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"></svg>
<input name="q" maxlength="100" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search" aria-label="Search grinders, recipes, coffees, roasters and methods" placeholder="Grinder, recipe, coffee, roaster">
<button type="button" class="close"><span class="unseen">Close</span><kbd aria-hidden="true">esc</kbd><i aria-hidden="true">×</i></button></form>
<p class="unseen" role="status"></p><div class="palette-results"></div>
<footer><p aria-hidden="true"><kbd>↑</kbd><kbd>↓</kbd> move</p><p aria-hidden="true"><kbd>tab</kbd> next group</p><p aria-hidden="true"><kbd>↵</kbd> open</p><p aria-hidden="true"><kbd>${/Mac|iP/.test(navigator.platform) ? '⌘' : 'ctrl'}</kbd><kbd>↵</kbd> start timer</p></footer>`

/**
 * The search that the magnifier opens over any page. It shows the results of `/search` as a person
 * types; Enter opens that page.
 */
export function searchPalette() {
  const dialog = document.createElement('dialog')
  dialog.className = 'palette'
  dialog.setAttribute('aria-label', 'Search')
  dialog.innerHTML = frame
  const part = <T extends Element>(selector: string) => dialog.querySelector(selector) as T
  const [form, input] = [part<HTMLFormElement>('form'), part<HTMLInputElement>('input')]
  const [status, shown, footer] = [part('[role="status"]'), part('.palette-results'), part('footer')]
  part('svg').innerHTML = document.querySelector('a.find svg')?.innerHTML ?? ''
  let waiting: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined

  const addressOf = (q: string) => `/search?${new URLSearchParams(q ? { q } : {})}`

  async function show(address: string) {
    clearTimeout(waiting)
    asking?.abort()
    asking = new AbortController()
    const { signal } = asking
    try {
      const response = await fetch(address, { signal, headers: { accept: 'text/html' } })
      const page = new DOMParser().parseFromString(await response.text(), 'text/html')
      if (signal.aborted) return
      const found = page.querySelector('[data-live="results"]')
      if (!response.ok || !found) throw new Error(`${response.status}`)
      fill(input.value.trim() === '' ? [...recentList(), ...found.childNodes] : [...found.childNodes])
      status.textContent = page.querySelector('[data-live="result-count"]')?.textContent ?? ''
    } catch {
      if (signal.aborted) return
      fill(recentList())
      status.textContent = 'We couldn’t search. Check your connection and try again.'
      shown.append(status.textContent)
    }
  }

  const rowsOf = () => [input, ...shown.querySelectorAll<HTMLElement>('.best :is(a, button), a.hit')]
  const focusedRow = () => rowsOf().indexOf(document.activeElement as HTMLElement)

  function fill(nodes: readonly Node[]) {
    const at = focusedRow()
    shown.replaceChildren(...nodes)
    // A person who was already among the rows stays there when more letters bring new ones.
    if (at > 0) (rowsOf()[at] ?? input).focus()
    shown.scrollTop = 0
    // After choosing a grinder, people stay on the page that they were on.
    for (const back of shown.querySelectorAll<HTMLInputElement>('input[name="back"]'))
      back.value = location.pathname + location.search
    // The Tab key leads from group to group, the arrows to every row.
    for (const list of shown.querySelectorAll('.hits ul'))
      for (const link of [...list.querySelectorAll('a')].slice(1)) link.tabIndex = -1
    footer.querySelector('.dial-note')?.remove()
    footer.append(...shown.querySelectorAll('.dial-note'))
  }

  input.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => show(addressOf(input.value.trim())), SETTLED_MS)
  })
  form.addEventListener('submit', event => {
    if (input.value.trim() === '') event.preventDefault()
    rememberSearch(input.value)
  })
  dialog.addEventListener('click', event => {
    const target = event.target as Element
    if (target === dialog || target.closest('.close')) return dialog.close()
    const link = target.closest<HTMLAnchorElement>('a[href]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    const { again } = link.dataset
    const isSearch = new URL(link.href).pathname === '/search'
    if (!isSearch) return rememberSearch(input.value)
    event.preventDefault()
    input.value = again ?? new URL(link.href).searchParams.get('q') ?? ''
    input.focus()
    void show(link.href)
  })
  dialog.addEventListener('keydown', event => {
    const rows = rowsOf()
    const at = focusedRow()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const brew = rows[at]?.dataset.brew
    if (step) {
      event.preventDefault()
      rows[Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && brew) {
      event.preventDefault()
      rememberSearch(input.value)
      location.assign(brew)
    } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey)
      input.focus()
  })

  return {
    open() {
      if (!dialog.isConnected) document.body.append(dialog)
      if (!dialog.open) dialog.showModal()
      input.select()
      input.focus()
      if (input.value.trim() === '') {
        fill(recentList())
        void show(addressOf(''))
      }
    },
  }
}
