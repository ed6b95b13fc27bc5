import type { RoastLevel } from '../../core/coffees/roast.ts'
import { matchNameOf } from '../../core/coffees/roaster-name.ts'
import { slugOf } from '../../core/names.ts'
import coffees from '../../db/demo/coffees.json' with { type: 'json' }
import roasters from '../../db/demo/roasters.json' with { type: 'json' }
import { type DemoTable, type Ids, instantBefore } from './demo-table.ts'
import { type Random, seededRandom } from './random.ts'

export interface DemoRoaster {
  id: number
  slug: string
}

export interface DemoCoffee {
  id: number
  name: string
  roaster: { id: number; name: string }
  roastLevel: RoastLevel
  acidityLevel: number
  bodyLevel: number
  daysOld: number
}

/** The alphabet that the database uses for bag codes. */
const CODE_SIGNS = [...'023456789abcdefghjkmnpqrstuvwxyz']

/** Invented roasters and their coffees. The first roaster has claimed its page and is premium. */
export function generateCatalog(random: Random, ids: Ids, now: Date) {
  const roasterRows = roasters.map((roaster, at) => ({
    id: ids.roasters[at] as number,
    ...roaster,
    matchName: matchNameOf(roaster.name),
    websiteUrl: `https://${roaster.slug}.example`,
    instagramHandle: roaster.slug.replaceAll('-', ''),
    contactEmail: `hello@${roaster.slug}.example`,
    isVerified: at === 0 || random.happens(0.3),
    isPremium: at === 0,
    createdAt: instantBefore(now, random.whole(750, 1100)),
  }))
  const roasterOf = new Map(roasterRows.map(({ slug, id, name }) => [slug, { id, name }]))
  const known = coffees.map(({ roaster, roastLevel, ...coffee }, at) => ({
    ...coffee,
    id: ids.coffees[at] as number,
    roaster: roasterOf.get(roaster) as DemoCoffee['roaster'],
    roastLevel: roastLevel as RoastLevel,
    daysOld: 20 + 700 * random.next() ** 1.5,
  }))
  const codes = seededRandom(10)
  const coffeeRows = known.map(({ roaster, daysOld, ...coffee }) => ({
    ...coffee,
    roasterId: roaster.id,
    slug: slugOf(coffee.name, 'coffee'),
    bagCode: Array.from({ length: 10 }, () => codes.pick(CODE_SIGNS)).join(''),
    createdAt: instantBefore(now, daysOld),
  }))
  const tables: DemoTable[] = [
    { table: 'roasters', rows: roasterRows },
    { table: 'coffees', rows: coffeeRows },
  ]
  return { roasters: roasterRows as DemoRoaster[], coffees: known as DemoCoffee[], tables }
}
