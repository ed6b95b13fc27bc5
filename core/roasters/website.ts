/** The longest host name that can exist. */
const LONGEST_HOST = 253

/**
 * The hosts that a typed web address may belong to, the exact one first: for
 * `https://shop.ottermill.example/konga`, shop.ottermill.example and ottermill.example. Empty if
 * the text is not a web address. Nothing is requested from it.
 */
export function hostsTyped(text: string): string[] {
  const [, host = ''] = /^(?:https?:\/\/)?(?:www\.)?([^\s/:?#@]+)(?::\d+)?(?:[/?#]\S*)?$/i.exec(text.trim()) ?? []
  const labels = host.toLowerCase().split('.')
  if (labels.length < 2 || labels.includes('') || host.length > LONGEST_HOST) return []
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
}

/** The host of a website without "www.", if mail addresses can be at it. */
export function websiteDomain(websiteUrl: string | null): string | undefined {
  if (websiteUrl === null || !URL.canParse(websiteUrl)) return undefined
  const host = new URL(websiteUrl).hostname.toLowerCase().replace(/^www\./, '')
  return host.includes('.') ? host : undefined
}

/** Whether an address is at a domain or below it: mail.onyx.example is below onyx.example. */
export function isAtDomain(domain: string, email: string): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return host === domain || host.endsWith(`.${domain}`)
}
