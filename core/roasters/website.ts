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
