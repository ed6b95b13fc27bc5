import type { Site } from '../site.ts'
import { OAuthFault } from './oauth-fault.ts'

/** What tokens can be for (RFC 8707): the whole API, or only a person's own MCP server. */
export const resources = ({ baseUrl, paths }: Pick<Site, 'baseUrl' | 'paths'>): readonly string[] => [
  `${baseUrl}${paths.api()}`,
  `${baseUrl}${paths.ownMcp()}`,
]

/** An app that names none gets the whole API. */
export function resourceCalled(asked: string | undefined, { site }: { site: Pick<Site, 'baseUrl' | 'paths'> }): string {
  const known = resources(site)
  const found = asked === undefined ? known[0] : known.find(one => one === asked.replace(/\/$/, ''))
  if (found === undefined) throw new OAuthFault('invalid_target', `resource must be ${known.join(' or ')}.`)
  return found
}

/** Whether a token for this resource opens this path: the resource itself, and what is below it. */
export function opensPath(resource: string, path: string): boolean {
  const { pathname } = new URL(resource)
  return path === pathname || path.startsWith(`${pathname}/`)
}
