import { methodIds } from '../../core/grind/methods.ts'
import { folded } from '../../core/names.ts'
import { clamp } from '../../core/numbers.ts'
import { neutralPalate, type Palate } from '../../core/taste/palate.ts'
import names from '../../db/demo/people.json' with { type: 'json' }
import type { DemoRoaster } from './catalog.ts'
import { type DemoTable, type Ids, instantBefore } from './demo-table.ts'
import { type Gear, type GearSet, methodShares } from './gear.ts'
import type { Random } from './random.ts'

export interface DemoPerson {
  id: number
  gearSets: readonly GearSet[]
  daysOld: number
  /** How much they write compared with others; a weight. */
  activity: number
}

/**
 * People with their gear, their taste and the roasters they follow. The first is the demo account.
 */
export function generatePeople(
  random: Random,
  gear: Gear,
  roasters: readonly DemoRoaster[],
  { ids, now, demo }: { ids: Ids; now: Date; demo: { email: string; passwordHash: string } },
) {
  const known: (DemoPerson & { name: string })[] = [
    { id: ids.users[0] as number, name: 'Robin Ash', gearSets: demoGear(gear), daysOld: 120, activity: 2 },
    ...names.map((name, at) => ({
      id: ids.users[at + 1] as number,
      name,
      gearSets: generateGear(random, gear),
      daysOld: random.whole(30, 800),
      activity: random.next() ** -0.5,
    })),
  ]
  const [robin, ...others] = known
  const since = ({ id, daysOld }: DemoPerson) => ({ userId: id, createdAt: instantBefore(now, daysOld) })
  const tables: DemoTable[] = [
    {
      table: 'users',
      rows: known.map(person => ({
        id: person.id,
        name: person.name,
        email: person === robin ? demo.email : addressOf(person.name),
        passwordHash: person === robin ? demo.passwordHash : null,
        emailVerifiedAt: instantBefore(now, person.daysOld),
        createdAt: instantBefore(now, person.daysOld),
      })),
    },
    { table: 'palates', rows: [{ userId: robin?.id, ...robinLikes }, ...palatesOf(random, others)] },
    {
      table: 'userGrinders',
      rows: known.flatMap(person =>
        distinct(person.gearSets.map(({ grinder }) => grinder.id)).map((grinderId, at) => ({
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
        distinct(person.gearSets.map(({ machine }) => machine.id)).map((machineId, at) => ({
          ...since(person),
          machineId,
          isDefault: at === 0,
        })),
      ),
    },
    {
      table: 'userFilters',
      rows: known.flatMap(person =>
        distinct(person.gearSets.flatMap(({ filters }) => filters[0]?.id ?? [])).map((filterId, at) => ({
          ...since(person),
          filterId,
          isDefault: at === 0,
        })),
      ),
    },
    {
      table: 'roasterFollows',
      rows: known.flatMap(person =>
        random.some(roasters, person === robin ? 4 : random.whole(0, 5)).map(({ id }) => ({
          userId: person.id,
          roasterId: id,
          createdAt: instantBefore(now, person.daysOld * random.next()),
        })),
      ),
    },
  ]
  return { people: known as DemoPerson[], tables }
}

/** Likes bright, clean, lightly roasted coffee and trying new things. */
const robinLikes: Palate = {
  ...neutralPalate,
  acidity: 0.75,
  body: 0.25,
  sweetness: 0.75,
  bitterness: 0.25,
  roast: 0.25,
  explorer: 0.8,
}

const demoGear = ({ setOf }: Gear) => [
  setOf('comandante-c40-mk4', 'hario-v60-02'),
  setOf('comandante-c40-mk4', 'aeropress-original'),
  setOf('niche-zero', 'gaggia-classic-pro'),
]

/** Two to four brewers, and as few grinders as will do for them. */
function generateGear(random: Random, gear: Gear): GearSet[] {
  const gearSets: GearSet[] = []
  for (let count = random.whole(2, 4); count > 0; count--) {
    const method = random.weighted(methodIds, id => Math.sqrt(methodShares[id].reduce((sum, share) => sum + share, 0)))
    const gearSet = method && gear.pick(random, method, gearSets)
    if (gearSet) gearSets.push(gearSet)
  }
  return gearSets
}

/** Most people have set a palate. */
function palatesOf(random: Random, people: readonly DemoPerson[]) {
  const taste = () => clamp(Math.round(4 * random.around(0.5, 0.25)) / 4, 0, 1)
  const palate = () => Object.fromEntries(Object.keys(neutralPalate).map(dimension => [dimension, taste()]))
  return people.filter(() => random.happens(0.85)).map(({ id }) => ({ userId: id, ...palate() }))
}

const addressOf = (name: string) => `${folded(name).replace(/[^a-z]+/g, '.')}@people.example`
const distinct = <T>(items: readonly T[]) => [...new Set(items)]
