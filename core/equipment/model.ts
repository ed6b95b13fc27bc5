import * as v from 'valibot'
import * as field from '../fields.ts'
import { GivenMethod } from '../grind/methods.ts'
import { uncontrolledLine, uncontrolledText, webAddressesOnly } from '../uncontrolled.ts'
import { drivesOf, heats, machineDrives } from './drive.ts'

/** More than any machine holds. */
const MOST_GRAMS = 100_000

const equipmentSlug = v.pipe(
  field.boundedText(100),
  v.maxLength(100, 'must have at most 100 characters'),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters and digits joined by hyphens'),
)
const words = (max: number) =>
  v.pipe(field.boundedText(max), v.trim(), v.nonEmpty('must not be empty'), field.noLongerThan(max))
const shortWords = v.pipe(words(200), uncontrolledLine)

const grams = v.pipe(
  v.number('must be a number'),
  v.gtValue(0, 'must be above 0'),
  v.maxValue(MOST_GRAMS, `must be at most ${MOST_GRAMS}`),
)
const Basket = v.pipe(
  v.object({ min: grams, max: grams }, 'must be { min, max }'),
  v.check(({ min, max }) => min <= max, 'must not have its min above its max'),
)

export const filterTypes = ['paper', 'metal', 'cloth'] as const

/** What a recipe must know about a few machines; the description of the field explains each. */
const machineTraits = [
  'tamps_itself',
  'open_basket',
  'heated_group',
  'erupts',
  'flow_valve',
  'strainer',
  'small_dripper',
  'felt',
  'few_degrees',
  'controls_shot',
] as const
export type MachineTrait = (typeof machineTraits)[number]

const machineEntries = v.object({
  slug: equipmentSlug,
  brand: shortWords,
  model: shortWords,
  brewMethod: GivenMethod,
  defaultWaterTempF: v.pipe(
    v.number('must be a number'),
    v.minValue(32, 'must be from 32 to 212'),
    v.maxValue(212, 'must be from 32 to 212'),
  ),
  heat: v.optional(
    v.pipe(
      v.nullable(v.picklist(heats, `must be one of ${heats.join(', ')}`)),
      v.description(
        'What heats the water: kettle is your own; settable, the machine, as you set it; fixed, the machine, as built. Null: unknown.',
      ),
    ),
    null,
  ),
  drive: v.optional(
    v.pipe(
      v.nullable(v.picklist(machineDrives, `must be one of ${machineDrives.join(', ')}`)),
      v.description('What moves the water; recipe steps follow from it. Null: unknown.'),
    ),
    null,
  ),
  minWaterGrams: v.optional(v.pipe(v.nullable(grams), v.description('The least it brews well. Null: unknown.')), null),
  maxWaterGrams: v.optional(
    v.pipe(v.nullable(grams), v.description('How much it holds; for espresso, in the cup.')),
    null,
  ),
  doseGrams: v.optional(
    v.pipe(v.nullable(Basket), v.description('What its basket takes, if it has one that matters.')),
    null,
  ),
  valveGrams: v.optional(
    v.pipe(v.nullable(grams), v.description('For a moka pot, the water up to just below its valve.')),
    null,
  ),
  hasLid: v.optional(
    v.pipe(v.nullable(v.boolean('must be true or false')), v.description('Null: unknown, or it doesn’t matter.')),
    null,
  ),
  filterType: v.optional(
    v.pipe(
      v.nullable(v.picklist(filterTypes, `must be one of ${filterTypes.join(', ')}`)),
      v.description('The filter it comes with, if not the usual one for the method.'),
    ),
    null,
  ),
  traits: v.optional(
    v.pipe(
      v.nullable(
        v.pipe(
          v.array(v.picklist(machineTraits, `must be one of ${machineTraits.join(', ')}`)),
          v.maxLength(machineTraits.length, `must have at most ${machineTraits.length} items`),
        ),
      ),
      v.description(
        'What else a recipe must know. tamps_itself; open_basket: boiling water goes straight onto the coffee, so nothing needs warming; heated_group: heated by electricity, though the water is not; erupts: a weighted valve lets the coffee out all at once; flow_valve: below a dripper; strainer and felt: how a cold brewer holds its coffee; few_degrees: can be set only 4 F either way; controls_shot: flow or pressure can be changed during a shot, as on any lever. Null: nothing.',
      ),
    ),
    null,
  ),
  source: v.optional(
    v.pipe(
      v.nullable(v.pipe(words(500), uncontrolledLine, webAddressesOnly)),
      v.description('The sources of these facts.'),
    ),
    null,
  ),
})

/** A brewer or espresso machine: one record of db/data/machines.json. */
export const Machine = v.pipe(
  machineEntries,
  v.forward(
    v.check(
      ({ minWaterGrams, maxWaterGrams }) => (minWaterGrams ?? 0) <= (maxWaterGrams ?? Infinity),
      'must not be below minWaterGrams',
    ),
    ['maxWaterGrams'],
  ),
  v.forward(
    v.check(
      ({ brewMethod, drive }) => drive === null || drivesOf[brewMethod].includes(drive),
      ({ input: { brewMethod } }) => `must be ${drivesOf[brewMethod].join(' or ')} for ${brewMethod}`,
    ),
    ['drive'],
  ),
)
export type Machine = v.InferOutput<typeof Machine>

/** One record of db/data/filters.json. */
export const Filter = v.object({
  slug: equipmentSlug,
  name: shortWords,
  type: v.picklist(filterTypes, `must be one of ${filterTypes.join(', ')}`),
  description: v.pipe(words(5000), uncontrolledText),
  brewers: v.optional(
    v.pipe(
      v.array(equipmentSlug, 'must be a list'),
      v.description('The slugs of the machines it’s made for. Empty: unknown, so it’s offered for every machine.'),
    ),
    [],
  ),
})
export type Filter = v.InferOutput<typeof Filter>
