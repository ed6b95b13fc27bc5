import * as v from 'valibot'
import { boundedText } from '../fields.ts'

/** Labels separated by dots, made of letters, digits and hyphens, with no hyphen at either end. */
const domain = /^(?:\*\.)?[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/**
 * A host that may show a roaster's widget: `shop.example.com`, or `*.example.com` for every host
 * below it.
 */
export const AllowedDomain = v.pipe(
  boundedText(253),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(253, 'must have at most 253 characters'),
  v.regex(domain, 'must be a host such as shop.example.com or *.example.com, without https:// and port'),
)
export const MOST_ALLOWED_DOMAINS = 50
export const AllowedDomains = v.pipe(
  v.array(AllowedDomain, 'must be a list of hosts'),
  v.maxLength(MOST_ALLOWED_DOMAINS, `must have at most ${MOST_ALLOWED_DOMAINS} entries`),
)

/**
 * Whether a page on this host may read a reply meant for these domains. An empty list allows every
 * page.
 */
export const isHostAllowed = (host: string, domains: readonly string[]) =>
  domains.length === 0 ||
  domains.some(domain => (domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain))

/** The same rule for browsers: which sites may frame a page (CSP frame-ancestors). */
export const frameAncestors = (domains: readonly string[]) =>
  domains.length === 0
    ? '*'
    : ["'self'", ...domains.flatMap(host => [`https://${host}:*`, `http://${host}:*`])].join(' ')
