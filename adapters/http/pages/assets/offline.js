// The URL is still the one that was asked for. It is opened as soon as the service replies, which
// may be some time after the `online` event.
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

// A link from the timer has everything that the log needs in its query.
if (new URLSearchParams(location.search).has('doseGrams')) {
  document.querySelector('.lead').hidden = true
  document.querySelector('#brewed').hidden = false
}
