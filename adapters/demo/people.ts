import { methodIds } from '../../core/grind/methods.ts'
import { folded } from '../../core/names.ts'
import { neutralPalate, type Palate } from '../../core/taste/palate.ts'
import names from '../../db/demo/people.json' with { type: 'json' }
import { type Batch, daysBefore, type Ids } from './batch.ts'
import type { DemoRoaster } from './catalog.ts'
import type { Chance } from './chance.ts'
import { type Bench, type Gear, methodShares } from './gear.ts'

export interface DemoPerson {
  id: number
  benches: readonly Bench[]
  daysOld: number
  /** How much they write, beside the others. */
  zeal: number
}

/** People, what stands in their kitchens, what they like and whom they follow. The first is the demo account. */
export function imaginePeople(
  chance: Chance,
  gear: Gear,
  roasters: readonly DemoRoaster[],
  { ids, now, demo }: { ids: Ids; now: Date; demo: { email: string; passwordHash: string } },
) {
  const known: (DemoPerson & { name: string })[] = [
    { id: ids.users[0] as number, name: 'Robin Ash', benches: demoBenches(gear), daysOld: 120, zeal: 2 },
    ...names.map((name, at) => ({
      id: ids.users[at + 1] as number,
      name,
      benches: imagineKitchen(chance, gear),
      daysOld: chance.whole(30, 800),
      zeal: chance.next() ** -0.5,
    })),
  ]
  const [robin, ...others] = known
  const since = ({ id, daysOld }: DemoPerson) => ({ userId: id, createdAt: daysBefore(now, daysOld) })
  const batches: Batch[] = [
    {
      table: 'users',
      rows: known.map(person => ({
        id: person.id,
        name: person.name,
        email: person === robin ? demo.email : addressOf(person.name),
        passwordHash: person === robin ? demo.passwordHash : null,
        emailVerifiedAt: daysBefore(now, person.daysOld),
        createdAt: daysBefore(now, person.daysOld),
      })),
    },
    { table: 'palates', rows: [{ userId: robin?.id, ...robinLikes }, ...palatesOf(chance, others)] },
    {
      table: 'userGrinders',
      rows: known.flatMap(person =>
        distinct(person.benches.map(({ grinder }) => grinder.id)).map((grinderId, at) => ({
          ...since(person),
          grinderId,
          isDefault: at === 0,
          nickname: person === robin && at === 1 ? 'Espresso corner' : null,
        })),
      ),
    },
    {
      table: 'userMachines',
      rows: known.flatMap(person =>
        distinct(person.benches.map(({ machine }) => machine.id)).map((machineId, at) => ({
          ...since(person),
          machineId,
          isDefault: at === 0,
        })),
      ),
    },
    {
      table: 'userFilters',
      rows: known.flatMap(person =>
        distinct(person.benches.flatMap(({ filters }) => filters[0]?.id ?? [])).map((filterId, at) => ({
          ...since(person),
          filterId,
          isDefault: at === 0,
        })),
      ),
    },
    {
      table: 'roasterFollows',
      rows: known.flatMap(person =>
        chance.some(roasters, person === robin ? 4 : chance.whole(0, 5)).map(({ id }) => ({
          userId: person.id,
          roasterId: id,
          createdAt: daysBefore(now, person.daysOld * chance.next()),
        })),
      ),
    },
  ]
  return { people: known as DemoPerson[], batches }
}

/** Bright and clean, rather light, curious. */
const robinLikes: Palate = {
  ...neutralPalate,
  acidity: 0.75,
  body: 0.25,
  sweetness: 0.75,
  bitterness: 0.25,
  roast: 0.25,
  explorer: 0.8,
}

const demoBenches = ({ benchOf }: Gear) => [
  benchOf('comandante-c40-mk4', 'hario-v60-02'),
  benchOf('comandante-c40-mk4', 'aeropress-original'),
  benchOf('niche-zero', 'gaggia-classic-pro'),
]

/** Two to four brewers, and as few grinders as serve them. */
function imagineKitchen(chance: Chance, gear: Gear): Bench[] {
  const benches: Bench[] = []
  for (let count = chance.whole(2, 4); count > 0; count--) {
    const method = chance.weighted(methodIds, id => Math.sqrt(methodShares[id].reduce((sum, share) => sum + share, 0)))
    const bench = method && gear.bench(chance, method, benches)
    if (bench) benches.push(bench)
  }
  return benches
}

/** Most have told theirs. */
function palatesOf(chance: Chance, people: readonly DemoPerson[]) {
  const taste = () => Math.min(1, Math.max(0, Math.round(4 * chance.around(0.5, 0.25)) / 4))
  const palate = () => Object.fromEntries(Object.keys(neutralPalate).map(dimension => [dimension, taste()]))
  return people.filter(() => chance.happens(0.85)).map(({ id }) => ({ userId: id, ...palate() }))
}

const addressOf = (name: string) => `${folded(name).replace(/[^a-z]+/g, '.')}@people.example`
const distinct = <T>(items: readonly T[]) => [...new Set(items)]
