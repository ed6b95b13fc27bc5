import * as v from 'valibot'
import { Fault } from '../errors.ts'
import { millionths } from '../rounding.ts'

/**
 * What a person likes, each from 0 to 1 with 0.5 as neutral. Both views of the API are derived from
 * this.
 */
export type Palate = Readonly<Record<Dimension, number>>
type Dimension = keyof typeof neutralPalate

export const neutralPalate = {
  /** 0 low acid, 1 high acid */
  acidity: 0.5,
  /** 0 clarity, 1 body */
  body: 0.5,
  /** 0 dry, 1 sweet */
  sweetness: 0.5,
  /** 0 wants none, 1 enjoys it */
  bitterness: 0.5,
  /** 0 simple, 1 complex */
  complexity: 0.5,
  /** 0 short, 1 lingering */
  aftertaste: 0.5,
  /** 0 light, 1 strong */
  strength: 0.5,
  /** 0 light roast, 1 dark roast */
  roast: 0.5,
  /** 0 consistent, 1 adventurous */
  explorer: 0.5,
}

const level = v.pipe(
  v.number('must be a whole number from 1 to 5'),
  v.integer('must be a whole number from 1 to 5'),
  v.minValue(1, 'must be from 1 to 5'),
  v.maxValue(5, 'must be from 1 to 5'),
)
const share = v.pipe(
  v.number('must be a number from 0 to 1'),
  v.minValue(0, 'must be from 0 to 1'),
  v.maxValue(1, 'must be from 0 to 1'),
)

/** The six-level view, complete: what onboarding sends and the profile shows. */
export const TasteLevels = v.object({
  acidityLevel: level,
  bodyLevel: level,
  sweetnessLevel: level,
  bitternessLevel: level,
  flavorComplexityLevel: level,
  aftertasteLevel: level,
})
export type TasteLevels = v.InferOutput<typeof TasteLevels>

/** The vector view, complete. */
export const TasteVector = v.object({
  strengthPreference: share,
  acidityTolerance: share,
  roastPreference: share,
  bodyVsClarity: share,
  bitternessSensitivity: share,
  explorerType: share,
})
export type TasteVector = v.InferOutput<typeof TasteVector>

/** Any of the levels, including the five other names that the API accepts for them. */
export const SetTasteLevels = v.partial(
  v.object({
    ...TasteLevels.entries,
    strengthPreference: share,
    acidityTolerance: share,
    roastPreference: share,
    bodyPreference: share,
    bitternessPreference: share,
  }),
)
export const SetTasteProfile = v.partial(TasteVector)

export type TasteChanges = v.InferOutput<typeof SetTasteLevels> & v.InferOutput<typeof SetTasteProfile>

/**
 * The palate after setting any fields of either view. Null means that nothing was ever set, and
 * stays null if nothing is set now.
 */
export function setPalate(palate: Palate | null, changes: TasteChanges): Palate | null {
  const given = fieldNames.filter(name => changes[name] !== undefined)
  if (given.length === 0) return palate
  const set: Partial<Record<Dimension, { value: number; name: Field }>> = {}
  for (const name of given) {
    const { dimension, scale } = fields[name]
    const value = scale.toPalate(changes[name] as number)
    const other = set[dimension]
    if (other && levels.fromPalate(other.value) !== levels.fromPalate(value))
      throw new Fault(
        'invalid',
        `${other.name} and ${name} are two names for the same taste, but have different values. Send only one.`,
      )
    set[dimension] = { value, name }
  }
  const moved = Object.fromEntries(Object.entries(set).map(([dimension, { value }]) => [dimension, value]))
  return { ...neutralPalate, ...palate, ...moved }
}

/** The six-level view. A palate set more finely than a level shows the nearest one. */
export const levelsOf = (palate: Palate | null): TasteLevels => ({
  acidityLevel: read(palate, 'acidityLevel'),
  bodyLevel: read(palate, 'bodyLevel'),
  sweetnessLevel: read(palate, 'sweetnessLevel'),
  bitternessLevel: read(palate, 'bitternessLevel'),
  flavorComplexityLevel: read(palate, 'flavorComplexityLevel'),
  aftertasteLevel: read(palate, 'aftertasteLevel'),
})

/** The vector view, and whether anything was set. */
export const vectorOf = (palate: Palate | null): { profile: TasteVector; isDefault: boolean } => ({
  profile: {
    strengthPreference: read(palate, 'strengthPreference'),
    acidityTolerance: read(palate, 'acidityTolerance'),
    roastPreference: read(palate, 'roastPreference'),
    bodyVsClarity: read(palate, 'bodyVsClarity'),
    bitternessSensitivity: read(palate, 'bitternessSensitivity'),
    explorerType: read(palate, 'explorerType'),
  },
  isDefault: palate === null,
})

interface Scale {
  toPalate: (value: number) => number
  fromPalate: (value: number) => number
}

const asIs: Scale = { toPalate: value => value, fromPalate: value => value }
const opposite = (value: number) => millionths(1 - value)
const reversed: Scale = { toPalate: opposite, fromPalate: opposite }
const levels: Scale = { toPalate: value => (value - 1) / 4, fromPalate: value => Math.round(1 + 4 * value) }

type Field = keyof TasteChanges

/** The levels come first: if a level and a vector agree, the vector's finer value is kept. */
const fields = {
  acidityLevel: { dimension: 'acidity', scale: levels },
  bodyLevel: { dimension: 'body', scale: levels },
  sweetnessLevel: { dimension: 'sweetness', scale: levels },
  bitternessLevel: { dimension: 'bitterness', scale: levels },
  flavorComplexityLevel: { dimension: 'complexity', scale: levels },
  aftertasteLevel: { dimension: 'aftertaste', scale: levels },
  strengthPreference: { dimension: 'strength', scale: asIs },
  acidityTolerance: { dimension: 'acidity', scale: asIs },
  roastPreference: { dimension: 'roast', scale: asIs },
  bodyVsClarity: { dimension: 'body', scale: asIs },
  bodyPreference: { dimension: 'body', scale: asIs },
  bitternessSensitivity: { dimension: 'bitterness', scale: reversed },
  bitternessPreference: { dimension: 'bitterness', scale: asIs },
  explorerType: { dimension: 'explorer', scale: asIs },
} satisfies Record<Field, { dimension: Dimension; scale: Scale }>

const fieldNames = Object.keys(fields) as Field[]

function read(palate: Palate | null, name: Field): number {
  const { dimension, scale } = fields[name]
  return scale.fromPalate((palate ?? neutralPalate)[dimension])
}
