import * as v from 'valibot'
import { roastLevel } from '../coffees/roast.ts'
import { doseCeiling } from '../equipment/dose-ceiling.ts'
import type { Machine } from '../equipment/model.ts'
import { Fault, faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { grinderName, grinderOf, machineCalled } from '../grind/find.ts'
import { drinkName, GivenMethod, type MethodId, methodById } from '../grind/methods.ts'
import type { AnyGrinder, GrinderCatalog } from '../grind/model.ts'
import { fullName } from '../grind/name.ts'
import { rangeLabelOf } from '../grind/notation.ts'
import { EquipmentName, presentEquipmentName } from '../grind/ref.ts'
import { gramsInWords, ratioInWords } from '../ratio.ts'
import { wholeWaterOf } from '../recipes/arithmetic.ts'
import { brewTimeInWords } from '../recipes/ranges.ts'
import { comesBefore, stepInWords } from '../recipes/steps.ts'
import { celsiusOf } from '../temperature.ts'
import { AdaptedRecipe, adapt } from './adapt.ts'
import { askedAmounts } from './asked-amounts.ts'
import { type BaseRecipe, baseOf, baseRecipes, boundsFor, heldBy } from './base.ts'
import { timesInWords } from './portion.ts'
import { GivenStyle, needsOpenValve, presentStyle, styleFor, stylesFor } from './styles.ts'
import { Technique, type Techniques } from './technique.ts'
import { baseOfTechnique, brewerTrouble, otherBrewer, techniqueCalled } from './technique-base.ts'
import type { Typical } from './typical.ts'

export const GetBrewRecipe = v.object({
  grinder: grinderName('Slug or name of the grinder, such as "c40 mk4".'),
  method: v.optional(
    v.pipe(GivenMethod, v.description('The brew method; required unless you send machine or technique.')),
  ),
  machine: v.optional(
    v.pipe(field.text(1, 200), v.description('Slug or name of the brewer, such as "AeroPress Go"; its size matters.')),
  ),
  technique: v.optional(
    v.pipe(
      field.text(1, 100),
      v.description('Slug of a published technique to start from, such as "four-six"; method is then optional.'),
    ),
  ),
  style: v.optional(GivenStyle),
  roastLevel: v.optional(roastLevel),
  volumeGrams: v.optional(
    v.pipe(
      field.waterGrams,
      v.description('The water to brew with, or the espresso you want. Default: the usual amount.'),
    ),
  ),
  ...askedAmounts,
  strength: v.optional(v.pipe(field.number(1, 5), v.description('1 (light) to 5 (strong); 3 is usual.'))),
  taste: v.optional(v.pipe(field.number(-2, 2), v.description('-2 (brighter) to 2 (richer); 0 is usual.'))),
  daysOffRoast: v.optional(field.daysOffRoast),
  isDecaf: v.optional(v.pipe(field.flag, v.description('Whether the coffee is decaffeinated.'))),
  altitudeMeters: v.optional(field.altitudeMeters),
})

/** Reasons as sentences only, because outside callers show them and do not compute with them. */
export const RuleRecipe = v.object({
  grinder: EquipmentName,
  machine: v.nullable(EquipmentName),
  technique: v.nullable(v.pick(Technique, ['slug', 'name', 'madeKnownBy'])),
  ...v.omit(AdaptedRecipe, ['why']).entries,
})
export type RuleRecipe = v.InferOutput<typeof RuleRecipe>

export interface RuleRecipePorts {
  grinders: GrinderCatalog
  machines: { list: () => readonly Machine[] }
  techniques: Techniques
}

/**
 * A recipe by rule for a grinder and a method or machine: what adaptRecipe returns for nobody in
 * particular.
 */
export async function getBrewRecipe(
  {
    grinder: grinderName,
    machine: machineName,
    technique: techniqueName,
    ...wanted
  }: v.InferOutput<typeof GetBrewRecipe>,
  { grinders, machines, techniques }: RuleRecipePorts,
): Promise<RuleRecipe> {
  const grinder = grinderOf(grinders, grinderName)
  // "V60" or "french press" means a kind of brewer, of any size.
  const kind = v.safeParse(GivenMethod, machineName)
  const machine = machineName === undefined || kind.success ? undefined : machineCalled(machines, machineName)
  const published = techniqueName === undefined ? undefined : techniqueCalled(techniqueName, { techniques })
  const technique = published && baseOfTechnique(published, grinders)
  if (published && technique) refuseOtherUse(published.name, technique, wanted, kind.success ? kind.output : undefined)
  const trouble = published && technique && machine && brewerTrouble(published, technique, machine)
  if (trouble) throw otherBrewer('machine', trouble)
  const method = wanted.method ?? technique?.method
  const meant = machine?.brewMethod ?? (kind.success ? kind.output : method)
  if (!meant) throw new Fault('invalid', 'method or machine is required.')
  if (method && method !== meant)
    throw new Fault(
      'invalid',
      `method must be ${meant} for ${machine ? `the ${fullName(machine)}` : drinkName(meant)}, or left out.`,
    )
  const { volumeGrams, doseGrams, ratio } = wanted
  const style = technique?.style ?? styleFor(meant, wanted.style, machine)
  const wantedGrams =
    volumeGrams ??
    (doseGrams === undefined ? undefined : wholeWaterOf(doseGrams, ratio ?? (technique ?? baseOf(meant, style)).ratio))
  const brewer = machine ?? nearestInSize(wantedGrams, technique ?? baseOf(meant, style), machines)
  const { why: _, ...recipe } = adapt({ ...wanted, method: meant, style, brewer, technique }, grinder)
  return {
    grinder: presentEquipmentName(grinder),
    machine: machine ? presentEquipmentName(machine) : null,
    technique: published ? { slug: published.slug, name: published.name, madeKnownBy: published.madeKnownBy } : null,
    ...recipe,
  }
}

/** A technique is for one method and style; asking for another one with it is a mistake, not a wish. */
function refuseOtherUse(
  name: string,
  technique: Pick<BaseRecipe, 'method' | 'style'>,
  { method, style }: Pick<v.InferOutput<typeof GetBrewRecipe>, 'method' | 'style'>,
  kind: MethodId | undefined,
) {
  const isFor = `or left out: ${name} is for ${drinkName(technique.method)}`
  if (method !== undefined && method !== technique.method)
    throw faultAt(['method'], `must be ${technique.method} ${isFor}, not for ${drinkName(method)}.`)
  if (kind !== undefined && kind !== technique.method)
    throw faultAt(
      ['machine'],
      `must be a brewer for ${drinkName(technique.method)} ${isFor}, not for ${drinkName(kind)}.`,
    )
  if (style !== undefined && style !== technique.style)
    throw faultAt(
      ['style'],
      `must be ${technique.style} or left out: ${name} is brewed that way only; you asked for ${style}.`,
    )
}

/**
 * The brewer that limits an amount too large or too small for any of its kind. Shots are counted
 * instead, and any jar holds a cold brew. Nobody named this brewer: it only sets the limit, and the
 * steps are those of the method.
 */
function nearestInSize(volumeGrams: number | undefined, base: BaseRecipe, machines: RuleRecipePorts['machines']) {
  const { method, style } = base
  if (volumeGrams === undefined || method === 'espresso' || method === 'cold_brew') return undefined
  const offBy = (machine: Machine) => Math.abs(heldBy(boundsFor(base, machine) ?? machine, volumeGrams) - volumeGrams)
  const isNamesake = (machine: Machine) => Number(fullName(machine).includes(methodById[method].name))
  const [nearest] = machines
    .list()
    .filter(machine => machine.brewMethod === method && stylesFor(method, machine).includes(style))
    .toSorted((one, other) => offBy(one) - offBy(other) || isNamesake(other) - isNamesake(one))
  if (!nearest || offBy(nearest) === 0) return undefined
  const asUsual = { heat: null, drive: null, hasLid: null, filterType: null, traits: null }
  const maxDoseGrams = doseCeiling(method, nearest)
  return { ...nearest, ...asUsual, maxDoseGrams, defaultWaterTempF: baseRecipes[method].waterTempF }
}

/** A recipe in complete sentences: what to do, why, and what published guides do. */
export function brewRecipeInWords(recipe: RuleRecipe, grinder: AnyGrinder): string {
  const { machine, method, doseGrams, waterGrams, batches, ratio, waterTempF, brewTimeSeconds, steps } = recipe
  const water = recipe.heat === 'fixed' ? heatedByMachine(method, waterTempF) : heat(waterTempF)
  // A Clever Dripper does not support styles that need an open valve.
  const kind = needsOpenValve.has(recipe.style) ? 'Hario Switch' : methodById[method].name
  const brewer = machine ? `${machine.brand} ${machine.name}` : kind
  const { technique } = recipe
  const by = technique?.madeKnownBy ? ` by ${technique.madeKnownBy.name}` : ''
  const called = technique ? `${technique.name}${by}, ` : ''
  const apart = [
    ...(recipe.iceGrams === null ? [] : [`${gramsInWords(recipe.iceGrams)} of it as ice`]),
    ...(recipe.bypassGrams === null ? [] : [`${gramsInWords(recipe.bypassGrams)} of it added to the cup`]),
  ].map(part => `, ${part}`)
  const amounts = `${gramsInWords(doseGrams)} of coffee, ${gramsInWords(waterGrams)} ${method === 'espresso' ? 'in the cup' : 'of water'} (${ratioInWords(ratio)})${apart.join('')}`
  const grind = recipe.reachable
    ? `${recipe.grindLabel} on the ${fullName(grinder)} (${rangeLabelOf(grinder, recipe.grindRange)})`
    : `out of reach of the ${fullName(grinder)}; the closest setting is ${recipe.grindLabel}`
  const [usual] = recipe.styles
  const others = recipe.styles.filter(({ id }) => id !== recipe.style).map(({ id }) => id)
  const way = recipe.style === usual?.id ? '' : `, ${presentStyle(recipe.style).name.toLowerCase()}`
  return [
    `${called}${brewer}${way}: ${amounts}${batches > 1 ? `, brewed ${timesInWords(batches)}` : ''}, ${water}, ${brewTimeInWords(brewTimeSeconds)}. Grind: ${grind}.`,
    ...steps.map(step =>
      comesBefore(step)
        ? `Before you start: ${step.note || stepInWords(step, gramsInWords)}`
        : `${brewTimeInWords(step.atSeconds)} ${stepInWords(step, gramsInWords)}${step.note ? `: ${step.note}` : ''}`,
    ),
    ...recipe.reasons.map(reason => `Why: ${reason}.`),
    ...(recipe.note ? [recipe.note] : []),
    ...(others.length > 0 ? [`Other styles: ${others.join(', ')}.`] : []),
    ...typicalInWords(recipe.typical),
  ].join('\n')
}

/**
 * A machine for Turkish coffee starts cold and has no brewing temperature; the water of a siphon
 * has the temperature at which it rises.
 */
const heatedByMachine = (method: MethodId, fahrenheit: number) =>
  method === 'turkish'
    ? 'starting cold'
    : `${heat(fahrenheit)} ${method === 'siphon' ? 'as it rises' : 'set by the machine'}`
const heat = (fahrenheit: number) => `${fahrenheit} F (${celsiusOf(fahrenheit)} C)`

function typicalInWords({ ratio, waterTempF, brewTimeSeconds }: Typical) {
  const told = [
    ratio && `${ratioInWords(ratio.low)} to ${ratioInWords(ratio.high)}`,
    waterTempF && `${heat(waterTempF.low)} to ${heat(waterTempF.high)}`,
    brewTimeSeconds && `${brewTimeInWords(brewTimeSeconds.low)} to ${brewTimeInWords(brewTimeSeconds.high)}`,
  ].filter(part => part !== null)
  return told.length > 0 ? [`Published guides: ${told.join(', ')}.`] : []
}
