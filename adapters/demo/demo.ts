import type { Equipment } from '../../core/equipment/equipment.ts'
import type { EventRow } from '../postgres/events.ts'
import { imagineAccount } from './account.ts'
import type { Batch, Ids } from './batch.ts'
import { imagineCatalog } from './catalog.ts'
import { chanceFrom } from './chance.ts'
import { imagineCommunity } from './community.ts'
import { gearOf } from './gear.ts'
import { imaginePeople } from './people.ts'
import { imaginePortal } from './portal.ts'

interface SignIn {
  email: string
  passwordHash: string
}

/** A whole small community, the same one every time: rows in the order in which tables need each other, and events. */
export function imagineDemo(
  equipment: Equipment,
  { ids, now, person, roaster }: { ids: Ids; now: Date; person: SignIn; roaster: SignIn },
): { batches: Batch[]; events: EventRow[] } {
  const chance = chanceFrom(SEED)
  const gear = gearOf(equipment)
  const catalog = imagineCatalog(chance, ids, now)
  const { roasters, coffees } = catalog
  const society = imaginePeople(chance, gear, roasters, { ids, now, demo: person })
  const { people } = society
  const community = imagineCommunity(chance, { people, coffees, ids, now })
  const [robin] = people
  const [first] = roasters
  if (!robin || !first) throw new Error('Nobody lives here.')
  const portal = imaginePortal(chance, gear, { roaster: first, coffees, ids, now, account: roaster })
  return {
    batches: [
      ...catalog.batches,
      ...society.batches,
      ...community.batches,
      ...imagineAccount(chance, robin, { coffees, recipes: community.recipes, ids, now }),
      ...portal.batches,
    ],
    events: portal.events,
  }
}

const SEED = 20_260
