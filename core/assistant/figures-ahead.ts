import type { Person } from '../accounts/model.ts'
import { afterStep } from '../brews/next-step.ts'
import { usualMachine } from '../equipment/usual.ts'
import { adaptedFor } from '../setup/adapt-recipe.ts'
import { dialNow } from '../stand/dials.ts'
import type { BrewAhead, BrewAheadPorts } from './brew-ahead.ts'
import type { OwnCoffee, OwnCoffeePorts } from './own-coffees.ts'
import type { AsDrinker } from './own-drinkers.ts'

/** The figures of the next cup, as far as we know them. */
export interface FiguresAhead {
  grindSetting: number | null
  doseGrams: number | null
  waterGrams: number | null
  waterTempF: number | null
  technique: string | null
  /** For example "the next step after your last brew". */
  from: string
}

/** What the coach says after the last brew like it or, for a first cup, the recipe by rule; with the dial as it is. */
export async function figuresAhead(ahead: BrewAhead, ports: BrewAheadPorts, person: AsDrinker): Promise<FiguresAhead> {
  const { last, grinder } = ahead
  if (!last) return figuresByRule(ahead, ports, person)
  const { doseGrams, waterGrams, waterTempF, grindSetting } = afterStep(last, last.nextStep)
  const isStep = (['doseGrams', 'waterGrams', 'waterTempF', 'grindSetting'] as const).some(
    name => last.nextStep?.[name] !== undefined,
  )
  const when = last.brewedAt.slice(0, 10)
  const stand = grinder && (await dialNow(grinder.id, ports, person))?.stand
  const isSameDial = grinder?.id === last.grinderId
  return {
    doseGrams,
    waterGrams,
    waterTempF,
    grindSetting: isSameDial && stand?.brew !== null ? grindSetting : (stand?.setting ?? null),
    technique: last.technique,
    from: isStep ? `the next step after your brew of ${when}` : `your brew of ${when}`,
  }
}

async function figuresByRule(
  { coffee, brewer, grinder, style }: BrewAhead,
  ports: BrewAheadPorts,
  person: AsDrinker,
): Promise<FiguresAhead> {
  const unknown = { grindSetting: null, doseGrams: null, waterGrams: null, waterTempF: null, technique: null }
  if (!brewer || !grinder) return { ...unknown, from: 'what you said' }
  const { adaptedRecipe } = await adaptedFor(
    {
      machineId: (brewer.machine ?? usualMachine(ports, brewer.method)).id,
      grinderId: grinder.id,
      ...(await beansOf(coffee, ports, person)),
      style,
      strength: 3,
      taste: 0,
    },
    0,
    ports,
    person,
  )
  const { doseGrams, waterGrams, waterTempF, grindSetting } = adaptedRecipe
  return { doseGrams, waterGrams, waterTempF, grindSetting, technique: null, from: 'the recipe for a first cup' }
}

/** A coffee as recipes by rule take it; an unknown roast counts as medium. */
export async function beansOf(coffee: OwnCoffee | undefined, ports: Pick<OwnCoffeePorts, 'bags'>, person: Person) {
  if (coffee?.coffeeProfileId != null) return { coffeeId: coffee.coffeeProfileId }
  const bag = coffee?.bagId == null ? undefined : await ports.bags.byId(person.id, coffee.bagId)
  return { bag, roastLevel: coffee?.roastLevel ?? ('MEDIUM' as const) }
}
