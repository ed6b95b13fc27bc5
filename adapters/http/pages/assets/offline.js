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
} else {
  // From the footer, with or without a network.
  document.querySelector('h1').textContent = document.title = 'Available offline'
  document.querySelector('#again').hidden = true
}

// A link from the timer has everything that the log needs in its query.
if (new URLSearchParams(location.search).has('doseGrams')) {
  document.querySelector('#opened').hidden = true
  document.querySelector('#brewed').hidden = false
}

/** The pages that the service worker keeps, the last opened first, each by its own title. */
async function listStored() {
  const cache = await caches.open('pages')
  const listed = new Set(['/'])
  const list = document.querySelector('#stored ul')
  for (const request of (await cache.keys()).reverse()) {
    const { pathname, search } = new URL(request.url)
    if (listed.has(pathname)) continue
    listed.add(pathname)
    const page = new DOMParser().parseFromString(await (await cache.match(request)).text(), 'text/html')
    const link = document.createElement('a')
    link.href = pathname + search
    link.textContent = page.title.replace(/ · Dialin$/, '')
    list.append(document.createElement('li'))
    list.lastChild.append(link)
  }
  document.querySelector('#stored').hidden = listed.size === 1
}
listStored()
