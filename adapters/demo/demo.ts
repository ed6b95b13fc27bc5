import type { Equipment } from '../../core/equipment/equipment.ts'
import type { EventRow } from '../postgres/events/event-rows.ts'
import { generateAccount } from './account.ts'
import { generateCatalog } from './catalog.ts'
import { generateCommunity } from './community.ts'
import type { DemoTable, Ids } from './demo-table.ts'
import { gearOf } from './gear.ts'
import { generatePeople } from './people.ts'
import { generatePortal } from './portal.ts'
import { seededRandom } from './random.ts'

interface SignIn {
  email: string
  passwordHash: string
}

/**
 * A whole small community, the same every time: rows in an order that satisfies foreign keys, and
 * events.
 */
export function generateDemo(
  equipment: Equipment,
  { ids, now, person, roaster }: { ids: Ids; now: Date; person: SignIn; roaster: SignIn },
): { tables: DemoTable[]; events: EventRow[] } {
  const random = seededRandom(SEED)
  const gear = gearOf(equipment)
  const catalog = generateCatalog(random, ids, now)
  const { roasters, coffees } = catalog
  const society = generatePeople(random, gear, roasters, { ids, now, demo: person })
  const { people } = society
  const community = generateCommunity(random, { people, coffees, ids, now })
  const [robin] = people
  const [first] = roasters
  if (!robin || !first) throw new Error('Nobody lives here.')
  const portal = generatePortal(random, gear, { roaster: first, coffees, ids, now, account: roaster })
  return {
    tables: [
      ...catalog.tables,
      ...society.tables,
      ...community.tables,
      ...generateAccount(random, robin, { coffees, recipes: community.recipes, ids, now }),
      ...portal.tables,
    ],
    events: portal.events,
  }
}

const SEED = 20_260
