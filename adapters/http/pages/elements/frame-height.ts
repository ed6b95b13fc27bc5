/**
 * Each frame reports the height it needs. It is set on the element around the frame, which is never
 * replaced.
 */
addEventListener('message', ({ data, source, origin }) => {
  if (origin !== location.origin || data?.type !== 'dialin:height') return
  const frame = [...document.querySelectorAll('iframe')].find(one => one.contentWindow === source)
  const room = frame?.closest<HTMLElement>('.room')
  if (room) room.style.height = `${Math.ceil(Number(data.height)) || 0}px`
})
