/**
 * Rows of `[data-reorder]` can be dragged by their handles, with a mouse or a finger. For the
 * keyboard there are buttons. `moved` is called with the list and the dropped row.
 */
export function reorder(moved: (list: HTMLElement, row: HTMLElement) => void) {
  const show = () => {
    for (const list of document.querySelectorAll('[data-reorder]')) list.classList.add('can-drag')
  }
  show()
  document.addEventListener('pointerdown', event => {
    const grip = (event.target as Element).closest<HTMLElement>('[data-reorder] .grip')
    const row = grip?.closest('li')
    const list = row?.closest<HTMLElement>('[data-reorder]')
    if (!grip || !row || !list || event.button !== 0) return
    event.preventDefault()
    const start = row.nextElementSibling
    row.classList.add('dragged')
    const follow = ({ clientY }: PointerEvent) => {
      const middle = (one: Element) => one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2
      const next = [...list.children].find(one => one !== row && clientY < middle(one)) ?? null
      if (next !== row.nextElementSibling) list.insertBefore(row, next)
    }
    const done = new AbortController()
    const drop = ({ type }: Event) => {
      done.abort()
      row.classList.remove('dragged')
      if (type === 'pointercancel') list.insertBefore(row, start)
      else if (row.nextElementSibling !== start) moved(list, row)
    }
    document.addEventListener('pointermove', follow, { signal: done.signal })
    for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, drop, { signal: done.signal })
  })
  return show
}
