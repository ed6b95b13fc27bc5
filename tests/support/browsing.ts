import type { Someone, TestWorld } from './world.ts'

export const cookieOf = ({ token }: Someone) => `svc_session=${token}; unit=C`

/**
 * What a browser without scripts does for a signed-in person: opens pages and sends their forms.
 */
export const browsing = (world: TestWorld, as: Someone, from?: string) => ({
  open: (path: string, cookie = '') =>
    world.call(`GET ${path}`, { headers: { accept: 'text/html', cookie: `${cookieOf(as)}; ${cookie}` } }),

  send: (path: string, form: Record<string, string> | [string, string][] = {}, cookie = '') =>
    world.call(`POST ${path}`, {
      from,
      body: new URLSearchParams(form).toString(),
      headers: {
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
        origin: world.url,
        cookie: `${cookieOf(as)}; ${cookie}`,
      },
    }),
})

/** The headers of a browser that comes from one of our pages. */
export const asBrowser = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-site': 'same-origin' }

/** The same for a visitor, who is identified by headers only. */
export const visiting = (world: () => TestWorld) => ({
  open: (path: string, headers: Record<string, string> = {}) =>
    world().call(`GET ${path}`, { headers: { ...asBrowser, ...headers } }),

  post: (path: string, form: Record<string, string>, headers: Record<string, string> = asBrowser) =>
    fetch(`${world().url}${path}`, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(form) }),

  fetched: async (path: string) => {
    const response = await fetch(`${world().url}${path}`)
    return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
  },
})

/** The text behind escaped HTML, such as the value of an attribute. */
export const unescaped = (html = '') =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** The brew that a page passes to its timer. */
export function timedBrewIn(text: string) {
  const [, data = ''] = /data-brew="([^"]*)"/.exec(text) ?? []
  return JSON.parse(unescaped(data))
}

/** The chosen option of a select box. */
export const selectedIn = (text: string, name: string) =>
  new RegExp(`<select id="${name}".*?<option value="([^"]*)" selected`, 's').exec(text)?.[1]
