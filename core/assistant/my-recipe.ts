import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { brewRecipeInWords, RuleRecipe } from '../adaptation/brew-recipe.ts'
import { GivenStyle } from '../adaptation/styles.ts'
import type { Variant } from '../adaptation/variants.ts'
import type { BagPorts } from '../brews/own-bag.ts'
import { usualMachine } from '../equipment/usual.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { usualMethod } from '../grind/chart.ts'
import { dialTurn } from '../grind/dial-words.ts'
import type { MethodId } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import { presentEquipmentName } from '../grind/ref.ts'
import { gramsInWords } from '../ratio.ts'
import { adaptRecipe } from '../setup/adapt-recipe.ts'
import type { EvidencePorts } from '../setup/evidence.ts'
import type { Site } from '../site.ts'
import { dialNow } from '../stand/dials.ts'
import { type BrewAheadPorts, brewAhead } from './brew-ahead.ts'
import { waterInWords } from './brew-in-short.ts'
import { beansOf } from './figures-ahead.ts'
import { OthersWords, othersWords, quotedAsUntrusted } from './others-words.ts'
import { coffeeInput, coffeeWithRoaster } from './own-coffees.ts'
import { asDrinkerCalled, drinkerInput } from './own-drinkers.ts'
import { brewerInput, grinderInput } from './own-gear.ts'

export const GetMyRecipe = v.object({
  coffee: coffeeInput,
  brewer: brewerInput,
  grinder: grinderInput,
  style: v.optional(GivenStyle),
  drinker: drinkerInput,
  doseGrams: v.optional(v.pipe(field.doseGrams, v.description('How much coffee, if they said.'))),
  waterGrams: v.optional(
    v.pipe(
      field.waterGrams,
      v.description('How much water or, for espresso, the yield, if they said. Default: the usual amount.'),
    ),
  ),
  ratio: v.optional(v.pipe(field.ratio, v.description('Water to coffee: 16 is 1:16.'))),
  strength: v.optional(v.pipe(field.number(1, 5), v.description('Only if asked for: 1 (light) to 5 (strong).')), 3),
  taste: v.optional(v.pipe(field.number(-2, 2), v.description('Only if asked for: -2 (brighter) to 2 (richer).')), 0),
})

const words = v.nullable(v.string())

/** What they need to brew it. */
const RecipeToBrew = v.pick(RuleRecipe, [
  'grinder',
  'machine',
  'method',
  'style',
  'doseGrams',
  'waterGrams',
  'iceGrams',
  'bypassGrams',
  'ratio',
  'batches',
  'waterTempF',
  'brewTimeSeconds',
  'grindSetting',
  'grindLabel',
  'grindRange',
  'reachable',
  'steps',
  'reasons',
])

export const MyRecipe = v.object({
  coffee: words,
  assumed: v.pipe(v.array(v.string()), v.description('What we assumed where they said nothing.')),
  recipe: RecipeToBrew,
  turn: v.pipe(words, v.description('How far to turn the dial from where it is now. Null: unknown.')),
  community: v.pipe(
    v.array(
      v.object({
        id: field.id,
        url: v.string(),
        doseGrams: v.number(),
        waterGrams: v.number(),
        setting: v.string(),
        range: v.string(),
        upvotes: v.number(),
        downvotes: v.number(),
        notes: v.nullable(OthersWords),
      }),
    ),
    v.description('What others brew with this coffee, on the same dial; best first.'),
  ),
})

const MOST_OF_OTHERS = 3

/** A recipe for one of their coffees on their dial, from where they left off and for the palate of the drinker. */
export async function getMyRecipe(
  { drinker, coffee, brewer, grinder, style, waterGrams, ...wishes }: v.InferOutput<typeof GetMyRecipe>,
  ports: BrewAheadPorts & EvidencePorts & BagPorts & { site: Site },
  person: Person,
) {
  const who = await asDrinkerCalled(drinker, ports, person)
  const ahead = await brewAhead({ coffee, brewer, grinder, style, doseGrams: wishes.doseGrams, waterGrams }, ports, who)
  const dial = ahead.grinder
  if (!dial)
    throw new Fault('grinder-not-found', 'You have no grinder in your gear yet. Name the grinder, such as "k ultra".')
  const machine = ahead.brewer?.machine ?? usualMachine(ports, ahead.brewer?.method ?? usualMethod(dial))
  const { bag, ...beans } = await beansOf(ahead.coffee, ports, who)
  const { adaptedRecipe, recommendedVariant, otherVariants } = await adaptRecipe(
    {
      machineId: machine.id,
      grinderId: dial.id,
      coffeeProfileId: beans.coffeeId,
      roastLevel: beans.roastLevel,
      bagId: bag?.id,
      style: ahead.style,
      volumeGrams: waterGrams,
      grindNudgeSteps: 0,
      ...wishes,
    },
    ports,
    who,
  )
  const stand = (await dialNow(dial.id, ports, who))?.stand
  const { why: _, ...recipe } = adaptedRecipe
  const assumed = [
    ...(coffee === undefined && ahead.coffee ? [`coffee: ${coffeeWithRoaster(ahead.coffee)}`] : []),
    ...(brewer === undefined || !ahead.brewer?.machine ? [`brewer: ${fullName(machine)}`] : []),
    ...(grinder === undefined ? [`grinder: ${fullName(dial)}`] : []),
    ...(beans.roastLevel !== undefined && !ahead.coffee?.roastLevel ? ['roast: medium, because it is unknown'] : []),
  ]
  const whole = {
    ...recipe,
    grinder: presentEquipmentName(dial),
    machine: presentEquipmentName(machine),
    technique: null,
  }
  const reply: v.InferOutput<typeof MyRecipe> = {
    coffee: ahead.coffee ? coffeeWithRoaster(ahead.coffee) : null,
    assumed,
    recipe: whole,
    turn: stand && adaptedRecipe.reachable ? dialTurn(dial, stand.setting, adaptedRecipe.grindSetting).words : null,
    community: [...(recommendedVariant ? [recommendedVariant] : []), ...otherVariants]
      .slice(0, MOST_OF_OTHERS)
      .map(variant => variantInShort(variant, ports.site)),
  }
  const text = [
    ...(reply.coffee ? [`For ${reply.coffee}:`] : []),
    brewRecipeInWords(whole, dial),
    ...(reply.turn ? [`From where the dial is now: ${reply.turn}.`] : []),
    ...(assumed.length > 0 ? [`Assumed, because they didn’t say: ${assumed.join('; ')}.`] : []),
    ...reply.community.map(one => communityInWords(one, adaptedRecipe.method)),
  ].join('\n')
  return { reply, text }
}

function variantInShort(variant: Variant, { baseUrl, paths }: Site) {
  const { id, doseGrams, waterGrams, grindLabel, grindRange, upvotes, downvotes, notes } = variant
  return {
    id,
    url: `${baseUrl}${paths.recipe(id)}`,
    doseGrams,
    waterGrams,
    setting: grindLabel,
    range: grindRange.label,
    upvotes,
    downvotes,
    notes: othersWords(notes, authorOfVariant(variant)),
  }
}

const authorOfVariant = ({ byRoaster, coffee, createdBy }: Variant) =>
  byRoaster ? coffee.roasterName : (createdBy?.displayName ?? 'Anonymous')

function communityInWords(recipe: v.InferOutput<typeof MyRecipe>['community'][number], method: MethodId) {
  const { id, url, doseGrams, waterGrams, setting, range, upvotes, downvotes, notes } = recipe
  return `Community recipe ${id}: ${gramsInWords(doseGrams)} of coffee, ${waterInWords(method, waterGrams)}, ${setting} (range ${range}), ${upvotes} for, ${downvotes} against; ${url}.${notes ? ` ${quotedAsUntrusted(notes)}` : ''}`
}
