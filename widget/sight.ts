/** What a card is told about being in sight. */
interface Watcher {
  /** Less than a screen away: once. */
  near: () => void
  /** Half of it was in sight for a second: once for whatever it showed. */
  seen: () => void
  /** What it shows now; nothing while it waits. */
  what: () => string
}

const LONG_ENOUGH_MS = 1000

export function watchSight(element: Element, { near, seen, what }: Watcher) {
  const counted = new Set<string>()
  let isNear = false
  let isInSight = false
  let due = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const check = () => {
    const shown = what()
    const next = isInSight && !document.hidden && !counted.has(shown) ? shown : ''
    if (next === due) return
    due = next
    clearTimeout(timer)
    if (due)
      timer = setTimeout(() => {
        counted.add(due)
        due = ''
        seen()
      }, LONG_ENOUGH_MS)
  }
  const nearObserver = new IntersectionObserver(
    entries => {
      if (isNear || !entries.at(-1)?.isIntersecting) return
      isNear = true
      near()
    },
    { rootMargin: '100%' },
  )
  const sightObserver = new IntersectionObserver(
    entries => {
      const { intersectionRatio = 0, intersectionRect } = entries.at(-1) ?? {}
      // What is taller than two screens is half in sight when it fills half of one.
      isInSight = intersectionRatio >= 0.5 || (intersectionRect?.height ?? 0) >= innerHeight / 2
      check()
    },
    { threshold: [0.1, 0.2, 0.3, 0.4, 0.5] },
  )
  return {
    check,
    start: () => {
      nearObserver.observe(element)
      sightObserver.observe(element)
      document.addEventListener('visibilitychange', check)
    },
    stop: () => {
      nearObserver.disconnect()
      sightObserver.disconnect()
      document.removeEventListener('visibilitychange', check)
      isInSight = false
      check()
    },
  }
}
