import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { MINE, readerOf } from '../dial/reader.ts'
import type { Grinders } from '../equipment/equipment.ts'
import { Fault } from '../errors.ts'
import { grinderOf } from '../grind/find.ts'
import type { Optional } from '../optional.ts'
import { countedPageOf } from '../page.ts'
import { palateBox } from '../taste/match.ts'
import { type TasterPorts, tasterOf, withMatch } from '../taste/taster.ts'
import { type Facets, facetsOf } from './facets.ts'
import type { RecipeQuery } from './filter.ts'
import {
  type BrowseRecipes,
  type CountRecipes,
  filterIn,
  type ListCommunityRecipes,
  type ListRecipes,
  type SearchRecipes,
} from './list-queries.ts'
import { Recipe } from './model.ts'
import { presentTo, type ReaderPorts } from './present.ts'
import type { Recipes } from './recipes.ts'
import { recommendedFirst } from './recommend.ts'

export const RecipePage = countedPageOf(Recipe)
export const BrowsedRecipes = v.object({
  data: v.array(Recipe),
  total: v.number(),
  totalPages: v.number(),
  page: v.number(),
})

export interface ListPorts extends TasterPorts, ReaderPorts {
  recipes: Recipes
}

/** Best first. */
export async function listRecipes(
  { grinder, limit, cursor, ...query }: v.InferOutput<typeof ListRecipes>,
  ports: ListPorts,
  person: Person | undefined,
) {
  return pageFor(person, ports, grinder, { filter: filterIn(query), sort: 'highest_rated', limit, cursor })
}

export async function searchRecipes(
  { sort, grinder, limit, cursor, ...query }: v.InferOutput<typeof SearchRecipes>,
  ports: ListPorts,
  person: Person | undefined,
) {
  const filter = filterIn(query)
  if (sort !== 'recommended') return pageFor(person, ports, grinder, { filter, sort, limit, cursor })
  const [taster, reader] = await Promise.all([tasterOf(person, ports), readerOf(grinder, ports, person)])
  if (!taster || !person) return pageFor(person, ports, grinder, { filter, sort: 'highest_rated', limit, cursor })
  const page = await ports.recipes.recommended({
    filter,
    personId: person.id,
    palate: palateBox(taster.palate),
    rank: candidates => recommendedFirst(candidates, taster),
    limit,
    cursor,
  })
  return { ...page, data: withMatch(await presentTo(reader, page.data, ports), taster) }
}

/**
 * By page number. That gets more expensive with depth, so pages end at 10,000 recipes; a search
 * continues by cursor.
 */
export async function browseRecipes(
  { sort, page, limit, grinder, ...query }: v.InferOutput<typeof BrowseRecipes>,
  ports: ReaderPorts & { recipes: Recipes },
  person: Person | undefined,
) {
  const lastPage = Math.floor(DEEPEST / limit)
  const isBeyond = page > lastPage
  const offset = isBeyond ? 0 : (page - 1) * limit
  const [reader, { data, total }] = await Promise.all([
    readerOf(grinder, ports, person),
    ports.recipes.browse({ filter: filterIn(query), sort, limit, offset }),
  ])
  return {
    data: isBeyond ? [] : await presentTo(reader, data, ports),
    total,
    totalPages: Math.min(lastPage, Math.ceil(total / limit)),
    page,
  }
}

export async function listCommunityRecipes(
  { createdByMe, grinder, limit, cursor, ...query }: v.InferOutput<typeof ListCommunityRecipes>,
  ports: ListPorts,
  person: Person | undefined,
) {
  if (createdByMe && !person) throw new Fault('not-signed-in', 'Sign in first: createdByMe asks for your own recipes.')
  const filter = { ...filterIn(query), authorId: createdByMe ? person?.id : undefined }
  return pageFor(person, ports, grinder, { filter, sort: 'upvotes', limit, cursor })
}

/** How many recipes each further filter would leave. Order and page size do not matter. */
export async function countRecipes(
  {
    sort: _sort,
    grinder,
    limit: _limit,
    cursor: _cursor,
    ...query
  }: v.InferOutput<typeof CountRecipes> &
    Optional<Omit<v.InferOutput<typeof SearchRecipes>, keyof v.InferOutput<typeof CountRecipes>>>,
  { recipes, grinders }: { recipes: Recipes; grinders: Grinders },
): Promise<v.InferOutput<typeof Facets>> {
  // Counts do not depend on the grinder, but an unknown one is refused, as in the lists.
  if (grinder !== undefined && grinder !== MINE) grinderOf(grinders, grinder)
  const { brewMethod, roastLevels, tasteLevels, grindRange, brewTimeRange, ...others } = filterIn(query)
  const { styles, isCapped } = await recipes.styles(others)
  return { ...facetsOf(styles, { brewMethod, roastLevels, tasteLevels, grindRange, brewTimeRange }), isCapped }
}

/** The most rows that a page number may skip. */
const DEEPEST = 10_000

async function pageFor(person: Person | undefined, ports: ListPorts, grinder: string | undefined, query: RecipeQuery) {
  const [page, taster, reader] = await Promise.all([
    ports.recipes.list(query),
    tasterOf(person, ports),
    readerOf(grinder, ports, person),
  ])
  return { ...page, data: withMatch(await presentTo(reader, page.data, ports), taster) }
}
