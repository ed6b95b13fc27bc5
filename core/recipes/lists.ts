import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { roastFamily, roastLevel } from '../coffees/roast.ts'
import { searchWords } from '../coffees/search.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { GivenMethod } from '../grind/methods.ts'
import { folded } from '../names.ts'
import { countedPageOf } from '../page.ts'
import { roasterCalled } from '../roasters/name.ts'
import { palateBox } from '../taste/match.ts'
import { type TasterPorts, tasterOf, withMatch } from '../taste/taster.ts'
import type { RecipeQuery } from './filter.ts'
import { Recipe } from './model.ts'
import { brewTimeRanges, grindRanges } from './ranges.ts'
import { onDial, type ReaderPorts, readerOf, shownTo } from './reader.ts'
import type { Recipes } from './recipes.ts'
import { recommendedFirst } from './recommend.ts'

const search = v.optional(field.search)
const paging = { ...onDial, limit: field.limit(20), cursor: field.cursor }

export const ListRecipes = v.object({
  q: search,
  grinderId: v.optional(field.id),
  machineId: v.optional(field.id),
  roastLevel: v.optional(roastLevel),
  ...paging,
})

const sorts = { highest_rated: 'best', most_brewed: 'most-brewed', newest: 'newest' } as const
const kind = {
  q: search,
  brewMethod: v.optional(GivenMethod),
  roaster: v.optional(field.name),
  roastLevel: v.optional(roastLevel),
}

export const SearchRecipes = v.object({
  ...kind,
  flavorProfile: v.optional(v.pipe(field.search, v.description('Notes parted by commas; all must be there.'))),
  grindRange: v.optional(field.choice(grindRanges)),
  brewTimeRange: v.optional(field.choice(brewTimeRanges)),
  sort: v.optional(field.choice(['highest_rated', 'most_brewed', 'recommended', 'newest']), 'highest_rated'),
  ...paging,
})

export const BrowseRecipes = v.object({
  ...kind,
  sort: v.optional(field.choice(['newest', 'highest_rated', 'most_brewed']), 'newest'),
  ...onDial,
  page: field.page,
  limit: field.limit(20),
})

export const ListCommunityRecipes = v.object({
  coffeeId: v.optional(field.id),
  grinderId: v.optional(field.id),
  machineId: v.optional(field.id),
  createdByMe: v.optional(field.flag, false),
  ...paging,
})

export const RecipePage = countedPageOf(Recipe)
export const BrowsedRecipes = v.object({
  data: v.array(Recipe),
  total: v.number(),
  totalPages: v.number(),
  page: v.number(),
})

interface ListPorts extends TasterPorts, ReaderPorts {
  recipes: Recipes
}

/** Best first. The roasts here are light, medium and dark, each with its neighbours. */
export async function listRecipes(
  { q, roastLevel, grinderId, machineId, grinder, limit, cursor }: v.InferOutput<typeof ListRecipes>,
  ports: ListPorts,
  person: Person | undefined,
) {
  const roastLevels = roastLevel && roastFamily(roastLevel)
  return pageFor(person, ports, grinder, {
    filter: { ...wordsIn(q), grinderId, machineId, roastLevels },
    sort: 'best',
    limit,
    cursor,
  })
}

export async function searchRecipes(
  { sort, grinder, limit, cursor, ...query }: v.InferOutput<typeof SearchRecipes>,
  ports: ListPorts,
  person: Person | undefined,
) {
  const filter = {
    ...kindIn(query),
    grindRange: query.grindRange,
    brewTimeRange: query.brewTimeRange,
    flavours: query.flavorProfile === undefined ? undefined : notesIn(query.flavorProfile),
  }
  if (sort !== 'recommended') return pageFor(person, ports, grinder, { filter, sort: sorts[sort], limit, cursor })
  const [taster, reader] = await Promise.all([tasterOf(person, ports), readerOf(grinder, ports, person)])
  if (!taster || !person) return pageFor(person, ports, grinder, { filter, sort: 'best', limit, cursor })
  const page = await ports.recipes.recommended({
    filter,
    personId: person.id,
    palate: palateBox(taster.palate),
    rank: candidates => recommendedFirst(candidates, taster),
    limit,
    cursor,
  })
  return { ...page, data: withMatch(await shownTo(reader, page.data, ports), taster) }
}

/** By page number, which costs more the deeper it goes: hence the end, beyond which only a cursor leads. */
export async function browseRecipes(
  { sort, page, limit, grinder, ...query }: v.InferOutput<typeof BrowseRecipes>,
  ports: ReaderPorts & { recipes: Recipes },
  person: Person | undefined,
) {
  const lastPage = Math.floor(DEEPEST / limit)
  if (page > lastPage)
    throw new Fault(
      'invalid',
      `page must be at most ${lastPage} with limit ${limit}; narrow the filters, or search instead and walk on with the cursor.`,
    )
  const [reader, { data, total }] = await Promise.all([
    readerOf(grinder, ports, person),
    ports.recipes.browse({ filter: kindIn(query), sort: sorts[sort], limit, offset: (page - 1) * limit }),
  ])
  return {
    data: await shownTo(reader, data, ports),
    total,
    totalPages: Math.min(lastPage, Math.ceil(total / limit)),
    page,
  }
}

export async function listCommunityRecipes(
  { createdByMe, coffeeId, grinderId, machineId, grinder, limit, cursor }: v.InferOutput<typeof ListCommunityRecipes>,
  ports: ListPorts,
  person: Person | undefined,
) {
  if (createdByMe && !person) throw new Fault('not-signed-in', 'Sign in first: createdByMe asks for your own recipes.')
  const authorId = createdByMe ? person?.id : undefined
  return pageFor(person, ports, grinder, {
    filter: { coffeeId, grinderId, machineId, authorId },
    sort: 'upvotes',
    limit,
    cursor,
  })
}

/** Rows that a page number may lead past. */
const DEEPEST = 10_000

async function pageFor(person: Person | undefined, ports: ListPorts, grinder: string | undefined, query: RecipeQuery) {
  const [page, taster, reader] = await Promise.all([
    ports.recipes.list(query),
    tasterOf(person, ports),
    readerOf(grinder, ports, person),
  ])
  return { ...page, data: withMatch(await shownTo(reader, page.data, ports), taster) }
}

const wordsIn = (q: string | undefined) => ({ words: q === undefined ? undefined : searchWords(q) })

const kindIn = ({ q, brewMethod, roaster, roastLevel }: Partial<v.InferOutput<typeof BrowseRecipes>>) => ({
  ...wordsIn(q),
  brewMethod,
  roaster: roaster === undefined ? undefined : roasterCalled(roaster),
  roastLevels: roastLevel && [roastLevel],
})

const notesIn = (flavorProfile: string) =>
  flavorProfile
    .split(',')
    .map(note => folded(note.trim()))
    .filter(note => note !== '')
