import { roastLevels } from '../../../core/coffees/roast.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import type { CandidateFilter } from '../../../core/recipes/filter.ts'
import { roasterMeant } from '../catalog/naming.ts'
import type { Sql, Transaction } from '../engine/client.ts'
import { isAmong, literalLimit, plannedForValues } from '../queries/planner.ts'
import { coffeesWith } from './recipe-coffees.ts'

/** A filter with ids in place of names and words, so that one index can answer it. */
export type NarrowedFilter = Omit<CandidateFilter, 'words' | 'flavours' | 'roaster' | 'coffeeId' | 'roasterId'> & {
  coffeeIds?: number[] | undefined
  /** How many recipes these coffees have, if known. */
  coffeesRecipeCount?: number | undefined
  roasterIds?: number[] | undefined
}

export async function narrow(sql: Sql, filter: CandidateFilter): Promise<NarrowedFilter> {
  const { words, flavours, roaster, coffeeId, roasterId, ...rest } = filter
  const coffees = words || flavours ? await coffeesWith(sql, words, flavours) : undefined
  const roasterIds = roaster ? (await roasterMeant(sql, roaster)).map(({ id }) => id) : undefined
  return {
    ...rest,
    coffeeIds: both(
      coffeeId,
      coffees?.map(({ id }) => id),
    ),
    coffeesRecipeCount:
      coffeeId === undefined ? coffees?.reduce((sum, { recipeCount }) => sum + recipeCount, 0) : undefined,
    roasterIds: both(roasterId, roasterIds),
  }
}

/**
 * To follow a `where`: recipes that are in lists and match. With `walksPastOthers`, several
 * coffees are hidden from the planner in a subquery, because it would plan every search anew for
 * their ids.
 */
export function matching(sql: Sql | Transaction, filter: NarrowedFilter, walksPastOthers = false) {
  const { coffeeIds } = filter
  // Names every method and roast, so that the index of styles can be used for doses.
  const ofAnyStyle = sql`
      and recipes.brew_method = any(${[...methodIds]}) and recipes.roast_level = any(${[...roastLevels]})`
  const conditions = {
    coffeeIds:
      coffeeIds &&
      (walksPastOthers && coffeeIds.length > 1
        ? sql`and (recipes.coffee_profile_id in (select unnest(${coffeeIds}::int[]))) is true`
        : sql`and recipes.coffee_profile_id ${isAmong(sql, coffeeIds)}`),
    roasterIds: filter.roasterIds && sql`and recipes.roaster_id ${isAmong(sql, filter.roasterIds)}`,
    grinderId: filter.grinderId !== undefined && sql`and recipes.grinder_id = ${filter.grinderId}`,
    // The index of styles begins with the method, and a machine has only one.
    machineId:
      filter.machineId !== undefined &&
      sql`and recipes.machine_id = ${filter.machineId}
          and recipes.brew_method = any(array(select brew_method from recipes_by_gear where machine_id = ${filter.machineId}))`,
    authorId: filter.authorId !== undefined && sql`and recipes.created_by = ${filter.authorId}`,
    exceptAuthorId:
      filter.exceptAuthorId !== undefined && sql`and recipes.created_by is distinct from ${filter.exceptAuthorId}`,
    brewMethod: filter.brewMethod && sql`and recipes.brew_method = ${filter.brewMethod}`,
    strengthLevels: filter.strengthLevels && sql`and recipes.strength_level ${isAmong(sql, filter.strengthLevels)}`,
    roastLevels: filter.roastLevels && sql`and recipes.roast_level ${isAmong(sql, filter.roastLevels)}`,
    tasteLevels: filter.tasteLevels && sql`and recipes.taste_level ${isAmong(sql, filter.tasteLevels)}`,
    minDoseGrams:
      filter.minDoseGrams !== undefined && sql`and recipes.dose_grams >= ${filter.minDoseGrams} ${ofAnyStyle}`,
    maxDoseGrams:
      filter.maxDoseGrams !== undefined && sql`and recipes.dose_grams <= ${filter.maxDoseGrams} ${ofAnyStyle}`,
    minGrindIndex: filter.minGrindIndex !== undefined && sql`and recipes.grind_index >= ${filter.minGrindIndex}`,
    maxGrindIndex: filter.maxGrindIndex !== undefined && sql`and recipes.grind_index <= ${filter.maxGrindIndex}`,
    grindRange: filter.grindRange && sql`and recipes.grind_range = ${filter.grindRange}`,
    brewTimeRange: filter.brewTimeRange && sql`and recipes.brew_time_range = ${filter.brewTimeRange}`,
  } satisfies Record<Exclude<keyof NarrowedFilter, 'coffeesRecipeCount'>, unknown>
  const asked = Object.values(conditions).filter(condition => typeof condition === 'object')
  // Authors find all of their own, also what nearly repeats its original.
  const shown = filter.authorId === undefined ? sql`recipes.is_listed` : sql`recipes.hidden_at is null`
  return asked.length > 0 ? sql`${shown} ${asked}` : shown
}

/**
 * Plans `work` for the values of the filter if these may match most recipes or hardly any: a range
 * of doses or grinds, or a filter beside the coffees of a search.
 */
export const plannedFor = <T>(sql: Sql, filter: NarrowedFilter, work: (sql: Sql) => Promise<T>): Promise<T> =>
  isForItsValues(filter) ? plannedForValues(sql, work) : work(sql)

function isForItsValues({ coffeeIds, coffeesRecipeCount: _, ...filter }: NarrowedFilter) {
  const { minDoseGrams, maxDoseGrams, minGrindIndex, maxGrindIndex } = filter
  const hasBounds = !asksForAll({ minDoseGrams, maxDoseGrams, minGrindIndex, maxGrindIndex })
  return hasBounds || (coffeeIds !== undefined && coffeeIds.length > 1 && !asksForAll(filter))
}

export const asksForAll = (filter: NarrowedFilter) => Object.values(filter).every(value => value === undefined)

export const isEmpty = ({ coffeeIds, roasterIds }: NarrowedFilter) =>
  coffeeIds?.length === 0 || roasterIds?.length === 0

/**
 * How many match: from the counters of coffees and roasters or the sums by gear and style, at once
 * and exactly. Other combinations are counted by index, up to COUNTED_UP_TO. No table is scanned
 * for a total.
 */
export async function countMatching(sql: Sql, filter: NarrowedFilter, upTo = COUNTED_UP_TO): Promise<number> {
  if (isEmpty(filter)) return 0
  const {
    coffeeIds,
    coffeesRecipeCount,
    roasterIds,
    grinderId,
    machineId,
    brewMethod,
    roastLevels,
    tasteLevels,
    grindRange,
    brewTimeRange,
    ...others
  } = filter
  const hasGear = grinderId !== undefined || machineId !== undefined
  const hasTrait = Boolean(tasteLevels || grindRange || brewTimeRange)
  // A new field of the filter is counted row by row until there is a counter for it.
  const isUncounted = !asksForAll(others)
  const isPlain = !hasGear && !brewMethod && !hasTrait && !roastLevels && !isUncounted
  if (coffeeIds && !roasterIds && isPlain)
    return (
      coffeesRecipeCount ??
      total(await sql`select sum(recipe_count) as total from coffees where id = any(${coffeeIds})`)
    )
  if (roasterIds && !coffeeIds && isPlain)
    return total(await sql`select sum(recipe_count) as total from roasters where id = any(${roasterIds})`)
  if (coffeeIds || roasterIds || isUncounted || (hasGear && hasTrait))
    return total(
      await sql`
      select count(*) as total
      from (
        select
        from recipes
        where ${matching(sql, filter)}
        ${inOrderOfGrind(sql, filter)}
        ${literalLimit(sql, upTo)}
      ) counted`,
    )
  const roasts = roastLevels ? sql`and roast_level ${isAmong(sql, roastLevels)}` : sql``
  const method = brewMethod ? sql`and brew_method = ${brewMethod}` : sql``
  if (hasGear)
    return total(
      await sql`
      select sum(recipes) as total
      from recipes_by_gear
      where true
        ${grinderId !== undefined ? sql`and grinder_id = ${grinderId}` : sql``}
        ${machineId !== undefined ? sql`and machine_id = ${machineId}` : sql``}
        ${method}
        ${roasts}`,
    )
  return total(
    await sql`
    select sum(recipes) as total
    from recipes_by_style
    where true
      ${method}
      ${tasteLevels ? sql`and taste_level ${isAmong(sql, tasteLevels)}` : sql``}
      ${grindRange ? sql`and grind_range = ${grindRange}` : sql``}
      ${brewTimeRange ? sql`and brew_time_range = ${brewTimeRange}` : sql``}
      ${roasts}`,
  )
}

/**
 * For a filter by grind alone: makes the planner read the index of grinds, which stops at the
 * limit. Otherwise it would scan the table if most recipes match.
 */
export function inOrderOfGrind(sql: Sql, { minGrindIndex, maxGrindIndex, ...others }: NarrowedFilter) {
  const isByGrind = (minGrindIndex ?? maxGrindIndex) !== undefined && asksForAll(others)
  return isByGrind ? sql`order by grind_index` : sql``
}

const COUNTED_UP_TO = 10_000
const total = ([row]: readonly { total?: number | null }[]) => row?.total ?? 0

const both = (one: number | undefined, several: number[] | undefined) =>
  one === undefined ? several : several === undefined || several.includes(one) ? [one] : []
