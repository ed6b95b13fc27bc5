/**
 * Each frame reports the height it needs, and the size of the widget in it. Both are kept outside
 * the parts that are replaced.
 */
addEventListener('message', ({ data, source, origin }) => {
  if (origin !== location.origin) return
  const frame = [...document.querySelectorAll('iframe')].find(one => one.contentWindow === source)
  if (data?.type === 'dialin:height')
    frame?.closest<HTMLElement>('.room')?.style.setProperty('--needed', `${Math.ceil(Number(data.height)) || 0}px`)
  const size = frame?.closest('figure')?.querySelector<HTMLElement>('[data-size]')
  if (size && data?.type === 'dialin:size')
    size.textContent = `: ${Number(data.width)} px wide${size.dataset.size === 'both' ? `, ${Number(data.height)} px high` : ''}`
})
