/**
 * Warns about a file that is too large before it is sent: the server would reject it, and the page
 * would be lost.
 */
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.dataset.mostBytes) return
  const most = Number(target.dataset.mostBytes)
  const isTooLarge = [...(target.files ?? [])].some(({ size }) => size > most)
  target.setCustomValidity(isTooLarge ? `This file is larger than ${most / 1024 ** 2} MB.` : '')
  target.reportValidity()
})
