import * as v from 'valibot'
import { roastFilter } from '../coffees/roast.ts'
import { roasterCalled } from '../coffees/roaster-name.ts'
import { searchWords } from '../coffees/search.ts'
import { onDial, onPublishedDial } from '../dial/reader.ts'
import { forDrinker } from '../drinkers/model.ts'
import * as field from '../fields.ts'
import { GivenMethod } from '../grind/methods.ts'
import { folded } from '../names.ts'
import type { Optional } from '../optional.ts'
import { tasteLevels } from './facets.ts'
import type { RecipeFilter } from './filter.ts'
import { brewTimeRanges, grindRanges } from './ranges.ts'
import { askedSorts } from './sorts.ts'

const paging = { ...onDial, limit: field.limit(20), cursor: field.cursor }

const tasteNumerals = tasteLevels.map(level => `${level}` as const)
const tasteLevel = v.pipe(
  field.boundedWord('must be from -2 (bright) to 2 (rich)'),
  v.trim(),
  v.picklist(tasteNumerals, 'must be from -2 (bright) to 2 (rich)'),
  v.transform(Number),
)

/** The filters of every recipe list. */
const narrowing = {
  coffeeId: v.optional(field.id),
  grinderId: v.optional(v.pipe(field.id, v.description('The grinder it was made with.'))),
  machineId: v.optional(field.id),
  roastLevel: v.optional(roastFilter),
  taste: v.optional(
    v.pipe(
      field.several(tasteLevel, tasteNumerals),
      v.description('-2 (bright) to 2 (rich). Separate several with commas.'),
    ),
  ),
  minDoseGrams: v.optional(field.doseGrams),
  maxDoseGrams: v.optional(field.doseGrams),
  minGrindIndex: v.optional(field.grindIndex),
  maxGrindIndex: v.optional(
    v.pipe(field.grindIndex, v.description('With minGrindIndex, for example the range of a dial.')),
  ),
}

const kind = {
  ...narrowing,
  q: v.optional(field.search),
  brewMethod: v.optional(GivenMethod),
  roaster: v.optional(field.name),
}

const style = {
  ...kind,
  flavorProfile: v.optional(v.pipe(field.search, v.description('Comma-separated notes; all must match.'))),
  grindRange: v.optional(field.choice(grindRanges)),
  brewTimeRange: v.optional(field.choice(brewTimeRanges)),
}

export const ListRecipes = v.object({ q: kind.q, ...narrowing, ...forDrinker, ...paging })

export const SearchRecipes = v.object({
  ...style,
  sort: v.optional(field.choice([...askedSorts, 'recommended']), 'highest_rated'),
  ...forDrinker,
  ...paging,
})

export const CountRecipes = v.object({ ...style, ...onPublishedDial })

export const BrowseRecipes = v.object({
  ...kind,
  sort: v.optional(field.choice(askedSorts), 'newest'),
  ...onDial,
  page: field.page,
  limit: field.limit(20),
})

export const ListCommunityRecipes = v.object({
  ...narrowing,
  createdByMe: v.optional(field.flag, false),
  ...forDrinker,
  ...paging,
})

/** A query as a filter for the store. */
export function filterIn(query: Optional<v.InferOutput<typeof CountRecipes>>): RecipeFilter {
  const { q, roaster, flavorProfile, roastLevel, taste, ...rest } = query
  return {
    ...rest,
    words: q === undefined ? undefined : searchWords(q),
    roaster: roaster === undefined ? undefined : roasterCalled(roaster),
    flavours: notesIn(flavorProfile ?? ''),
    roastLevels: roastLevel,
    tasteLevels: taste && [...new Set(taste)],
  }
}

/** Undefined if there are only commas, as if it were not given. */
function notesIn(flavorProfile: string) {
  const notes = flavorProfile
    .split(',')
    .map(note => folded(note.trim()))
    .filter(note => note !== '')
  return notes.length > 0 ? notes : undefined
}
