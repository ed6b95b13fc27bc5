// The address is still the one that was asked for: it is opened as soon as we answer, which may be after `online`.
const EVERY_MS = 3000

async function again() {
  if (!navigator.onLine) return
  const answers = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (answers) location.reload()
}

if (location.pathname !== '/offline') {
  addEventListener('online', again)
  setInterval(again, EVERY_MS)
}

// From the timer: all that the log needs to know.
if (new URLSearchParams(location.search).has('doseGrams')) {
  document.querySelector('.lead').hidden = true
  document.querySelector('#brewed').hidden = false
}
