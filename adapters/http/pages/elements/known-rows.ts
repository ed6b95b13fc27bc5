/** A known setting whose row is closed no longer counts. */
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement) || target.open || !target.matches('.known')) return
    const setting = target.querySelector('input')
    if (!setting?.value) return
    setting.value = ''
    setting.dispatchEvent(new Event('input', { bubbles: true }))
  },
  true,
)
