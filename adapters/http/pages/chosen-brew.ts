import * as v from 'valibot'
import type { AdaptedRecipe } from '../../../core/adaptation/adapt.ts'
import type { StyleId } from '../../../core/adaptation/style-figures.ts'
import { GivenStyle, possibleStyle } from '../../../core/adaptation/styles.ts'
import type { Coffee } from '../../../core/coffees/model.ts'
import { roastLevels, roastWord } from '../../../core/coffees/roast.ts'
import type { StoredMachine } from '../../../core/equipment/equipment.ts'
import { type AnyStoredGrinder, grinderFor } from '../../../core/equipment/own-grinders.ts'
import { usualGrinder, usualMachine } from '../../../core/equipment/usual.ts'
import * as field from '../../../core/fields.ts'
import { adaptRecipe, MOST_NUDGES } from '../../../core/setup/adapt-recipe.ts'
import type { Visit } from './choices.ts'
import type { OnDial } from './parts/dials.ts'
import { roastInWords } from './parts/figures.ts'
import { idIn } from './query.ts'

/** A coffee, or just a roast level. */
type ChosenCoffee = Pick<Coffee, 'name' | 'roastLevel'> & Partial<Pick<Coffee, 'id' | 'roasterName' | 'flavorProfile'>>

export interface ChosenBrew {
  grinder: AnyStoredGrinder
  machine: StoredMachine
  coffee: ChosenCoffee
  /** Other coffees to choose from. */
  coffees: readonly Coffee[]
  strength: number
  taste: number
  nudge: number
  on: OnDial
  recipe: AdaptedRecipe
  /** The style in the URL, if this brewer cannot do it; the recipe is then the usual one. */
  impossibleStyle: StyleId | undefined
  /** The same choices as a query string. */
  query: string
}

/** The choices in the URL. Each one that is missing or invalid falls back to the usual. */
export async function chosenIn(visit: Visit): Promise<ChosenBrew> {
  const { url, ports, who, grinder: mine } = visit
  const asked = url.searchParams
  const named = ports.grinders.bySlug(asked.get('grinder') ?? '')
  const grinder = named ? await grinderFor(who, named.id, ports) : (mine ?? usualGrinder(ports))
  const machine = ports.machines.list().find(({ slug }) => slug === asked.get('brewer')) ?? usualMachine(ports)
  const { data: coffees } = await ports.coffees.list({ sort: 'popular', limit: MOST_COFFEES })
  const coffee = await coffeeIn(asked.get('coffee') ?? '', coffees, ports)
  const [strength, taste, nudge] = [
    wholeIn(asked, 'strength', 1, 5, 3),
    wholeIn(asked, 'taste', -2, 2, 0),
    nudgedIn(visit, MOST_NUDGES),
  ]
  const givenStyle = v.safeParse(GivenStyle, asked.get('style'))
  const askedStyle = givenStyle.success ? givenStyle.output : undefined
  const style = askedStyle && possibleStyle(machine.brewMethod, askedStyle, machine)
  const { adaptedRecipe: recipe } = await adaptRecipe(
    {
      machineId: machine.id,
      grinderId: grinder.id,
      ...(coffee.id === undefined ? { roastLevel: coffee.roastLevel } : { coffeeProfileId: coffee.id }),
      style,
      volumeGrams: waterAsked(visit),
      strength,
      taste,
      grindNudgeSteps: nudge,
    },
    ports,
    who,
  )
  const query = new URLSearchParams({
    grinder: grinder.slug,
    brewer: machine.slug,
    coffee: coffeeValue(coffee),
    strength: String(strength),
    taste: String(taste),
    nudge: String(nudge),
    ...(style && { style }),
  })
  const whose = mine || named ? 'your' : 'a'
  return {
    grinder,
    machine,
    coffee,
    coffees,
    strength,
    taste,
    nudge,
    recipe,
    impossibleStyle: style ? undefined : askedStyle,
    query: String(query),
    on: { ...recipe, grinder, whose },
  }
}

async function coffeeIn(asked: string, popular: readonly Coffee[], { coffees }: Visit['ports']): Promise<ChosenCoffee> {
  const level = roastLevels.find(one => roastWord(one) === asked)
  if (level) return { name: `${roastInWords(level)} roast`, roastLevel: level }
  const known = await coffees.byId(idIn(asked) ?? 0)
  return known ?? popular[0] ?? { name: 'Medium roast', roastLevel: 'MEDIUM' }
}

/** How many steps the reader has turned the ring. A recipe by rule has a narrower limit. */
export const nudgedIn = ({ url }: Visit, most = MOST_TURNED) => wholeIn(url.searchParams, 'nudge', -most, most, 0)

/** More than any dial has between two methods. */
export const MOST_TURNED = 300

/** The amount of water in the URL. */
export function waterAsked({ url }: Visit): number | undefined {
  const waterGrams = Number(url.searchParams.get('water'))
  return v.is(field.waterGrams, waterGrams) ? waterGrams : undefined
}

/** A whole number in the URL, if it is one. */
export function wholeIn(asked: URLSearchParams, name: string, min: number, max: number, usual: number) {
  const given = asked.get(name)
  return given !== null && v.is(field.integer(min, max), Number(given)) ? Number(given) : usual
}

export const coffeeValue = ({ id, roastLevel }: ChosenCoffee) => String(id ?? roastWord(roastLevel))

/** As many as people read through in a list. Other coffees are found on their own pages. */
const MOST_COFFEES = 30
