import { adapt } from '../../core/adaptation/adapt.ts'
import type { MethodId } from '../../core/grind/methods.ts'
import words from '../../db/demo/words.json' with { type: 'json' }
import type { EventRow } from '../postgres/events/event-rows.ts'
import type { DemoCoffee, DemoRoaster } from './catalog.ts'
import { type DemoTable, type Ids, instantBefore } from './demo-table.ts'
import type { Gear } from './gear.ts'
import type { Random } from './random.ts'
import { generateVisits } from './visits.ts'

const METHODS: readonly MethodId[] = ['v60', 'espresso', 'aeropress', 'french_press']

/**
 * The first roaster's data: an account that can open its portal, its recipes, its widget, and the
 * visits to them.
 */
export function generatePortal(
  random: Random,
  gear: Gear,
  {
    roaster,
    coffees,
    ids,
    now,
    account,
  }: {
    roaster: DemoRoaster
    coffees: readonly DemoCoffee[]
    ids: Ids
    now: Date
    account: { email: string; passwordHash: string }
  },
): { tables: DemoTable[]; events: EventRow[] } {
  const userId = ids.users.at(-1)
  const createdAt = instantBefore(now, 300)
  const own = coffees.filter(coffee => coffee.roaster.id === roaster.id)
  const recipes = own.flatMap(coffee =>
    random.some(METHODS, 3).map(method => roasterRecipe(random, gear, coffee, method, now)),
  )
  const tables: DemoTable[] = [
    { table: 'users', rows: [{ id: userId, name: 'Ottermill', ...account, emailVerifiedAt: createdAt, createdAt }] },
    { table: 'roasterMembers', rows: [{ roasterId: roaster.id, userId, role: 'OWNER', createdAt }] },
    {
      table: 'embedSettings',
      rows: [
        {
          roasterId: roaster.id,
          accentColor: '#7A3E1D',
          theme: 'light',
          showPoweredBy: true,
          allowedDomains: [],
          updatedAt: createdAt,
        },
      ],
    },
    {
      table: 'widgetSightings',
      rows: [
        { roasterId: roaster.id, outcome: 'loaded', host: `${roaster.slug}.example`, at: instantBefore(now, 3 / 1440) },
      ],
    },
    {
      table: 'roasterRecipes',
      rows: recipes,
    },
  ]
  const offered = own.map(({ id }) => ({
    coffeeId: id,
    methods: recipes.filter(({ coffeeId }) => coffeeId === id).map(({ method }) => method),
  }))
  return { tables, events: generateVisits(gear, roaster, offered, now) }
}

/** A roaster's recipe: the method's standard recipe for the roast, ground on the shop's grinder. */
function roasterRecipe(random: Random, { setOf }: Gear, coffee: DemoCoffee, method: MethodId, now: Date) {
  const { grinder } = setOf('mahlkonig-ek43-s', 'hario-v60-02')
  const { roastLevel } = coffee
  const { doseGrams, waterGrams, ratio, waterTempF, grindIndex, brewTimeSeconds, steps } = adapt(
    { method, roastLevel },
    grinder,
  )
  const writtenAt = instantBefore(now, coffee.daysOld * random.next())
  return {
    coffeeId: coffee.id,
    method,
    doseGrams,
    waterGrams,
    ratio,
    waterTempF,
    grindIndex,
    brewTimeSeconds,
    steps,
    notes: random.pick(words.recipeNotes[method]),
    isDefault: true,
    createdAt: writtenAt,
    updatedAt: writtenAt,
  }
}
