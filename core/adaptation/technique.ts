import * as v from 'valibot'
import { roastLevels } from '../coffees/roast.ts'
import { filterTypes } from '../equipment/model.ts'
import { methodIds } from '../grind/methods.ts'
import { Steps } from '../recipes/steps.ts'
import { styleIds } from './style-figures.ts'

export const PublishedAt = v.object({ title: v.string(), url: v.string() })

/** How coarse an author says it is, the finest first. */
export const grindWords = [
  'very fine',
  'fine',
  'medium-fine',
  'medium',
  'medium-coarse',
  'coarse',
  'very coarse',
] as const

/** How an author compares it with what is usual, in words of the scale above; how many each is, is our choice. */
export const wordsThanUsual = { 'slightly finer': -0.5, 'slightly coarser': 0.5, 'much coarser': 2 } as const
const comparisons = Object.keys(wordsThanUsual) as (keyof typeof wordsThanUsual)[]

/**
 * What of a recipe its `keeps` are about, so that no rule moves it. `time`: the steps by the clock, on any grind;
 * `pours`: how the water is divided.
 */
const fixedFigures = ['dose', 'ratio', 'waterTempF', 'time', 'pours'] as const

/** Our choice: tap water and a room, neither of which is published in degrees. */
export const startingF = { cold: 59, room: 68 } as const

/** A published recipe that needs no particular coffee, as db/data/techniques.json has it. Null: nothing is published. */
export const Technique = v.object({
  slug: v.string(),
  name: v.string(),
  /** Other words that people search for it by. */
  alsoCalled: v.optional(v.string()),
  method: v.picklist(methodIds),
  style: v.nullable(v.picklist(styleIds)),
  brewer: v.nullable(v.string()),
  filter: v.nullable(v.string()),
  madeKnownBy: v.nullable(v.object({ name: v.string(), title: v.string() })),
  origin: v.optional(PublishedAt),
  source: PublishedAt,
  secondSource: v.nullable(PublishedAt),
  year: v.nullable(v.number()),
  /** What not every machine of its method can do. */
  needs: v.optional(v.picklist(['controlled_shot', 'felt_filter'])),
  /** The roasts it is meant for. Left out: any roast that its water suits. */
  roasts: v.optional(v.array(v.picklist(roastLevels))),
  /** The only kind of filter that it works with. */
  filterType: v.optional(v.literal('cloth')),
  /** The filter that its grind is for, where that is not the usual one of its method. */
  groundFor: v.optional(v.picklist(filterTypes)),
  doseGrams: v.nullable(v.number()),
  waterGrams: v.nullable(v.number()),
  iceGrams: v.nullable(v.number()),
  bypassGrams: v.nullable(v.number()),
  waterTempF: v.nullable(v.number()),
  /** For water that nobody heated. */
  startsWith: v.optional(v.picklist(['cold', 'room'])),
  /** In Celsius, as published. */
  waterTempByRoast: v.nullable(v.object({ light: v.number(), medium: v.number(), dark: v.nullable(v.number()) })),
  brewTimeSeconds: v.nullable(v.number()),
  grind: v.object({
    words: v.nullable(v.picklist(grindWords)),
    grinder: v.nullable(v.string()),
    setting: v.nullable(v.string()),
    than: v.optional(
      v.pipe(
        v.picklist(comparisons),
        v.description('Relative to the usual grind, or to the hot version of the same recipe.'),
      ),
    ),
    like: v.optional(
      v.pipe(v.literal('filter'), v.description('Relative to filter coffee rather than to this method’s usual grind.')),
    ),
  }),
  steps: Steps,
  /** Parts of the pours, one after the other, and what the author says each decides. */
  pourParts: v.optional(v.array(v.object({ share: v.number(), decides: v.picklist(['taste', 'strength']) }))),
  keeps: v.array(v.string()),
  fixed: v.optional(v.array(v.picklist(fixedFigures)), []),
  text: v.string(),
  grade: v.picklist(['A', 'B']),
})
export type Technique = v.InferOutput<typeof Technique>

/** The techniques that ship with the code, by method. */
export interface Techniques {
  list: () => readonly Technique[]
  bySlug: (slug: string) => Technique | undefined
}
