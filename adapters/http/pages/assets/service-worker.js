// `const shell = […]` is put before this: see offline.ts.
const SHELL = 'shell'
const ASSETS = 'assets'
const PAGES = 'pages'
const MOST_PAGES = 40
/** How many versions of one page, with different query strings, are kept. */
const MOST_OF_A_PAGE = 8
const MOST_ASSETS = 60
/** The home page, and what people may need at the kettle without a network. offline.js lists them. */
const worthKeeping = /^\/(|recipes\/\d+|r\/[^/]+|brew|brew\/.+|grinders\/[^/]+)$/

self.addEventListener('install', event => {
  event.waitUntil(caches.open(SHELL).then(cache => Promise.all(shell.map(path => keepShell(cache, path)))))
  // Many people come first to a recipe. Without the home page, the rest still works.
  event.waitUntil(keepFirst(new URL('/', location.origin)).catch(() => {}))
  self.skipWaiting()
})

self.addEventListener('activate', event => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()))
})

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  // The reply does not wait for storing.
  const later = keeping => event.waitUntil(keeping)
  if (isAsset(url.pathname)) event.respondWith(keptOrAsked(request, later))
  else if (request.mode === 'navigate') event.respondWith(askedOrKept(request, url, later))
})

/** A page that was loaded before the worker asks to be kept as well, with everything it loads. */
self.addEventListener('message', event => {
  event.waitUntil(keepFirst(new URL(event.source.url)))
})

/**
 * If a file comes from another release, the installation is retried later. Otherwise its files
 * would be stored under the names of this release.
 */
async function keepShell(cache, path) {
  const response = await fetch(path)
  if (!response.ok || (isAsset(path) && !isAsNamed(response))) throw new Error(`${path} is not here yet.`)
  await cache.put(path, response)
}

/** Their names contain a hash of the content, so a stored copy is valid forever. */
const isAsset = path => /^\/assets\/[^/]+\/[^/]+$/.test(path)

/**
 * Whether the reply is the named version of an asset, and not one from an instance of another
 * release.
 */
const isAsNamed = response => /immutable/.test(response.headers.get('cache-control') ?? '')

async function keepFirst(url) {
  if (!worthKeeping.test(url.pathname)) return
  const response = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' })
  const loaded = (await response.clone().text()).match(/\/assets\/[^/"]+\/[^/"]+/g) ?? []
  const kept = []
  await Promise.all(loaded.map(href => keptOrAsked(new Request(href), keeping => kept.push(keeping))))
  await Promise.all(kept)
  await keepPage(url, response)
}

async function keptOrAsked(request, later) {
  // Assets vary by Origin only in their CORS headers. Modules and fonts send an Origin, the worker
  // does not.
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok && isAsNamed(response)) later(keep(ASSETS, request, response.clone(), MOST_ASSETS))
  return response
}

/** The network always comes first; a stored page is used only without one. */
async function askedOrKept(request, url, later) {
  let response
  try {
    response = await fetch(request)
  } catch {
    return (await keptPage(url)) ?? (await caches.match('/offline')) ?? Response.error()
  }
  later(keepPage(url, response.clone()))
  return response
}

/** With the same query string, else the version that was opened last. */
async function keptPage({ pathname, search }) {
  const cache = await caches.open(PAGES)
  return (await cache.match(pathname + search)) ?? (await cache.matchAll(pathname, { ignoreSearch: true })).at(-1)
}

async function keepPage({ pathname, search }, response) {
  if (!response.ok || !worthKeeping.test(pathname)) return
  await keep(PAGES, pathname + search, response, MOST_PAGES)
  const cache = await caches.open(PAGES)
  await forgetOldest(cache, await cache.keys(pathname, { ignoreSearch: true }), MOST_OF_A_PAGE)
}

/** Replaces an older copy and makes it the newest. If storage is full, the older copy stays. */
async function keep(name, key, response, most) {
  const cache = await caches.open(name)
  try {
    await cache.put(key, response)
  } catch {
    return
  }
  await forgetOldest(cache, await cache.keys(), most)
}

async function forgetOldest(cache, keys, most) {
  for (const old of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(old)
}

/** Deletes the shell of other versions. */
async function forgetOld() {
  const cache = await caches.open(SHELL)
  const wanted = shell.map(path => new URL(path, location.origin).href)
  for (const old of await cache.keys()) if (!wanted.includes(old.url)) await cache.delete(old)
}
