/**
 * Where an app may be sent back to: an https address, an address of the machine that it runs on,
 * or one with a scheme of its own, which opens the app.
 */
export function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || text.includes('#')) return false
  const { protocol, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || isOnOwnMachine(text) || (OWN_SCHEME.test(text) && !NOT_APPS.includes(protocol))
}
const OWN_SCHEME = /^([a-z][a-z0-9+.-]*:\/\/[^/]|[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:\/)/
/** Schemes that browsers open themselves. */
const NOT_APPS = [
  'http:',
  'ftp:',
  'ws:',
  'wss:',
  'file:',
  'javascript:',
  'vbscript:',
  'data:',
  'blob:',
  'filesystem:',
  'about:',
  'intent:',
]
export const LONGEST_REDIRECT = 500

/** Whether it leads to a program on the same machine as the browser. */
function isOnOwnMachine(text: string): boolean {
  const { protocol, hostname } = new URL(text)
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
}

/**
 * Whether an app has named this address, to the letter. A program on the same machine listens on
 * whatever port is free, so there the port doesn't count.
 */
export const isAllowedRedirect = (given: string, allowed: readonly string[]): boolean =>
  isRedirectUri(given) &&
  allowed.some(
    one => one === given || (isOnOwnMachine(one) && isOnOwnMachine(given) && portless(one) === portless(given)),
  )

function portless(text: string) {
  const url = new URL(text)
  url.port = ''
  return url.href
}

/** The address with what the app is told there. */
export function sentBack(redirectUri: string, told: Record<string, string | undefined>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(told)) if (value !== undefined) url.searchParams.append(name, value)
  return url.href
}
