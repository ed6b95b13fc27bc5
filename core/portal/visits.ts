import type { Person } from '../accounts/model.ts'
import type { Caller } from '../caller.ts'
import { type EventPorts, MOST_READS_COUNTED, type NewEvent, recordEvent } from '../events/events.ts'
import type { Members } from './members.ts'

/** What was opened: one of our pages about a roaster, or the code on a bag. */
export type NewVisit = Omit<NewEvent, 'at' | 'source' | 'visitor'> & { kind: 'PAGE_VIEW' | 'SCAN' }

/** Counts a visit, except by the roaster's own members and by programs that identify themselves. */
export async function countVisit(
  visited: NewVisit,
  { members, ...ports }: EventPorts & { members: Members },
  person: Person | undefined,
  caller: Caller,
) {
  if (isProgram(caller.userAgent)) return
  const roasters = person ? await members.of(person.id) : []
  if (roasters.some(({ roasterId }) => roasterId === visited.roasterId)) return
  await recordEvent(visited, ports, caller, { most: MOST_READS_COUNTED })
}

/**
 * Crawlers, link previews and tools name themselves; a browser always sends something. Cubot is a
 * brand of phones.
 */
const isProgram = (userAgent: string) => userAgent.trim() === '' || programs.test(userAgent)

const programs =
  /(?<!\bcu)bot\b|crawl|spider|slurp|externalhit|facebookcatalog|preview|embedly|iframely|vkshare|lighthouse|monitor|uptime|pingdom|^(?:whatsapp|curl|wget|python|java|go-http|okhttp|node|bun|axios|ruby|php|libwww|apache-http|postman|httpie)/i
