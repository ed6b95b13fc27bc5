import { DAY_MS } from '../../core/dates.ts'
import type { EventKind, EventPlace } from '../../core/events/events.ts'
import type { MethodId } from '../../core/grind/methods.ts'
import type { EventRow } from '../postgres/events/event-rows.ts'
import type { DemoRoaster } from './catalog.ts'
import type { Gear } from './gear.ts'
import { type Random, seededRandom } from './random.ts'

/** What a roaster shows: a coffee, and the methods it has recipes for. */
interface Offered {
  coffeeId: number
  methods: readonly MethodId[]
}

const DAYS = 75
const VISITORS = 900
/**
 * Visitors on the first day, and how many more there are on the last: the roaster becomes better
 * known.
 */
const FIRST_DAY = 14
const MORE_LATELY = 24

const GRINDERS = [
  ['comandante-c40-mk4', 41],
  ['1zpresso-k-ultra', 27],
  ['baratza-encore', 19],
  ['niche-zero', 8],
  ['mahlkonig-ek43-s', 5],
] as const

/**
 * The events of each day. Visitors behave plausibly: they see something before they act on it, and
 * open only what they have seen. So there are never more clicks, or more visitors, than views.
 */
export function generateVisits(gear: Gear, roaster: DemoRoaster, offered: readonly Offered[], now: Date): EventRow[] {
  const random = seededRandom(SEED)
  const grinders = GRINDERS.map(([slug, share]) => ({ id: gear.setOf(slug, 'hario-v60-02').grinder.id, share }))
  return Array.from({ length: DAYS }, (_, daysAgo) => {
    const guests = Math.round(random.around(FIRST_DAY + MORE_LATELY * (1 - daysAgo / DAYS) ** 2, 3))
    return Array.from({ length: guests }, () => {
      const visit = new DemoVisit(random, roaster, quarterWithin(random, now, daysAgo))
      return visit.of(random.pick(offered), random.weighted(grinders, ({ share }) => share)?.id ?? null)
    })
  }).flat(2)
}

const SEED = 20_261
const QUARTER_MS = 15 * 60_000

/**
 * A visit stays within one quarter of an hour by the clock, and so on one day in every time zone.
 */
function quarterWithin(random: Random, now: Date, daysAgo: number) {
  const at = now.getTime() - QUARTER_MS - (daysAgo + random.next() ** 1.2) * DAY_MS
  return Math.floor(at / QUARTER_MS) * QUARTER_MS + random.whole(0, 600) * 1000
}

class DemoVisit {
  private readonly visitor: string
  private readonly rows: EventRow[] = []

  constructor(
    private readonly random: Random,
    private readonly roaster: DemoRoaster,
    private readonly startedAt: number,
  ) {
    this.visitor = `demo-${random.whole(1, VISITORS)}`
  }

  of(coffee: Offered, grinderId: number | null): EventRow[] {
    const { random } = this
    const came = random.weighted(['shop', 'page', 'bag'] as const, one => CAME[one])
    if (came === 'shop') this.toShop(coffee, grinderId)
    else if (came === 'bag') this.byBag(coffee, grinderId)
    else if (random.happens(0.3)) this.happened('PAGE_VIEW', 'page', null, null, null)
    else this.happened('PAGE_VIEW', 'page', coffee, random.pick(coffee.methods), random.happens(0.6) ? grinderId : null)
    return this.rows
  }

  private toShop(coffee: Offered, grinderId: number | null) {
    const { random } = this
    const [method = null, other] = random.some(coffee.methods, 2)
    const known = random.happens(0.25) ? grinderId : null
    this.happened('IMPRESSION', 'widget', coffee, method, known)
    if (other && random.happens(0.15)) this.happened('METHOD_SWITCH', 'widget', coffee, other, known)
    const chooses = known === null && random.happens(0.14)
    if (chooses) this.happened('GRINDER_CHOICE', 'widget', coffee, method, grinderId)
    if (!random.happens(chooses ? 0.35 : 0.06)) return
    const has = chooses ? grinderId : known
    this.happened('CLICK', 'widget', coffee, method, has)
    this.happened('PAGE_VIEW', 'page', coffee, method, has, true)
  }

  private byBag(coffee: Offered, grinderId: number | null) {
    const has = this.random.happens(0.5) ? grinderId : null
    this.happened('SCAN', 'bag', coffee, null, has)
    this.happened('PAGE_VIEW', 'page', coffee, this.random.pick(coffee.methods), has)
  }

  private happened(
    kind: EventKind,
    place: EventPlace,
    coffee: Offered | null,
    method: MethodId | null,
    grinderId: number | null,
    fromShop = place === 'widget',
  ) {
    const host = `${this.roaster.slug}.example`
    this.rows.push({
      at: new Date(this.startedAt + this.rows.length * 12_000).toISOString(),
      kind,
      place,
      roaster_id: this.roaster.id,
      coffee_id: coffee?.coffeeId ?? null,
      recipe_id: null,
      method,
      grinder_id: grinderId,
      source: fromShop ? `https://${host}/shop` : null,
      host: fromShop ? host : null,
      visitor: this.visitor,
    })
  }
}

const CAME = { shop: 72, page: 20, bag: 8 }
