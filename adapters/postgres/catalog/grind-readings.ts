import { indexByRule } from '../../../core/adaptation/rule-index.ts'
import { stylesFor } from '../../../core/adaptation/styles.ts'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import { FAIR_STARS, judgementOf } from '../../../core/brews/said.ts'
import type { SettingFeedback } from '../../../core/equipment/grind-feedback.ts'
import type { CalibrationReference } from '../../../core/grind/calibrate.ts'
import { type MethodId, methodById } from '../../../core/grind/methods.ts'
import { curveName } from '../../../core/grind/range-reason.ts'
import type { GrindReading, ReadingsOfPerson } from '../../../core/learning/reading.ts'
import type { Sql } from '../engine/client.ts'
import { inSets } from '../queries/in-sets.ts'
import type { HeldEquipment } from './equipment.ts'

/**
 * What people found on these grinders, a list for each person who counts. Read in many short
 * statements: the embedded engine does one thing at a time, and brews have no index by grinder.
 */
export async function grindReadingsIn(
  sql: Sql,
  grinderIds: readonly number[],
  equipment: HeldEquipment,
): Promise<ReadonlyMap<number, readonly ReadingsOfPerson[]>> {
  const said = new Map<number, Map<number, GrindReading[]>>(grinderIds.map(id => [id, new Map()]))
  const note = (grinderId: number, userId: number, reading: GrindReading) => {
    const ofGrinder = said.get(grinderId)
    if (ofGrinder) ofGrinder.getOrInsert(userId, []).push(reading)
  }
  for (const grinderId of grinderIds) {
    for (const { userId, setting, feedback, method, ...given } of await feedbackOn(sql, grinderId)) {
      const grindIndex = given.grindIndex ?? targetOf(method)
      if (grindIndex !== undefined) note(grinderId, userId, { setting, grindIndex, feedback })
    }
    for (const { userId, tasted } of await calibrationsOf(sql, grinderId))
      for (const { setting, grindIndex, feedback } of tasted) note(grinderId, userId, { setting, grindIndex, feedback })
  }
  for await (const brew of goodBrews(sql, grinderIds)) {
    const meant = targetOfBrew(brew, equipment)
    if (meant) note(brew.grinderId, brew.userId, { setting: brew.grindSetting, feedback: 'JUST_RIGHT', ...meant })
  }
  const people = new Set([...said.values()].flatMap(ofGrinder => [...ofGrinder.keys()]))
  const counted = await peopleWhoCount(sql, [...people])
  return new Map(
    [...said].map(([id, ofGrinder]) => [
      id,
      [...ofGrinder].flatMap(([userId, readings]) => (counted.has(userId) ? [readings] : [])),
    ]),
  )
}

const feedbackOn = (sql: Sql, grinderId: number) => sql<(Omit<SettingFeedback, 'count'> & { userId: number })[]>`
  select user_id, setting, grind_index, method, feedback
  from grind_feedback
  where grinder_id = ${grinderId}
    and user_id is not null
  order by id`

const calibrationsOf = (sql: Sql, grinderId: number) => sql<{ userId: number; tasted: CalibrationReference[] }[]>`
  select user_id, tasted
  from user_grinders
  where grinder_id = ${grinderId}
    and tasted is not null
  order by user_id`

interface GoodBrew extends Pick<BrewedCup, 'method' | 'style' | 'roastLevel' | 'daysOffRoast'> {
  id: number
  userId: number
  grinderId: number
  machineId: number | null
  grindSetting: number
  isDecaf: boolean
  recipeId: number | null
  /** Of the recipe as it was when it was brewed; null if that is not known. */
  recipeIndex: number | null
  recipeGrinderId: number | null
  /** The recipe's index does not come from the curve of its grinder. */
  isIndexOwn: boolean | null
}

const BREWS_AT_ONCE = 5000

/** Brews that tasted just right. How coarse a technique is ground is often read from a word only. */
async function* goodBrews(sql: Sql, grinderIds: readonly number[]) {
  const [last] = await sql<{ id: number | null }[]>`select max(id) as id from brew_logs`
  for (let after = 0; after < (last?.id ?? 0); after += BREWS_AT_ONCE) {
    const brews = await sql<(GoodBrew & Parameters<typeof judgementOf>[0])[]>`
      select brew_logs.id, brew_logs.user_id, brew_logs.grinder_id, brew_logs.machine_id, method, style,
             brew_logs.grind_setting, days_off_roast,
             outcome, brew_logs.rating, brew_logs.taste_profile, extraction_feedback,
             coalesce(coffees.roast_level, bags.roast_level) as roast_level,
             coalesce(coffees.coffee_type, bags.coffee_type) is not distinct from 'DECAF' as is_decaf,
             brew_logs.recipe_id,
             case when recipe_version = recipes.version then recipes.grind_index else written.grind_index end
               as recipe_index,
             case when recipe_version = recipes.version then recipes.grinder_id else written.grinder_id end
               as recipe_grinder_id,
             author_calibrated or roaster_recipe_id is not null as is_index_own
      from brew_logs
      left join recipes on recipes.id = recipe_id
      left join recipe_versions written on written.recipe_id = recipes.id and written.version = recipe_version
      left join coffees on coffees.id = brew_logs.coffee_profile_id
      left join bags on bags.id = brew_logs.bag_id
      where brew_logs.id > ${after}
        and brew_logs.id <= ${after + BREWS_AT_ONCE}
        and brew_logs.grinder_id = any(${[...grinderIds]})
        and brew_logs.grind_setting is not null
        and brew_logs.technique is null
        -- What a recipe said that is gone is not known.
        and (brew_logs.recipe_id is not null or recipe_version is null)
        and (brew_logs.rating >= 4 or extraction_feedback is not null or outcome is not null)
      order by brew_logs.id`
    yield* brews.filter(wasRight)
  }
}

/** Nothing was off, and it was not disliked. */
export const wasRight = (brew: Parameters<typeof judgementOf>[0]) =>
  judgementOf(brew) === 'good' && (brew.rating ?? FAIR_STARS) >= FAIR_STARS

/**
 * What it was meant to be: the index of the recipe, if it was brewed by one, else what the rules ask
 * for. A recipe from the same curve only says what that curve says, so it teaches nothing.
 */
function targetOfBrew(brew: GoodBrew, { grinders, machines }: HeldEquipment) {
  const { method, style, roastLevel, isDecaf, daysOffRoast, machineId, grinderId } = brew
  const { recipeId, recipeIndex, recipeGrinderId, isIndexOwn } = brew
  if (recipeId !== null) {
    if (recipeIndex === null || method === 'turkish') return
    const [theirs, ours] = [recipeGrinderId, grinderId].map(id => id && grinders.byId(id))
    if (!isIndexOwn && (!theirs || !ours || curveName(theirs) === curveName(ours))) return
    return { grindIndex: recipeIndex }
  }
  const brewer = machineId === null ? undefined : machines.byId(machineId)
  const brewed = style && stylesFor(method, brewer).includes(style) ? style : null
  const grindIndex = indexByRule({ method, style: brewed, roastLevel, isDecaf, daysOffRoast, brewer })
  const { low, target, high } = methodById[method].grindIndex
  return grindIndex === undefined ? undefined : { grindIndex, band: Math.max(target - low, high - target) }
}

const targetOf = (method: MethodId | null) =>
  method ? indexByRule({ method }) && methodById[method].grindIndex.target : undefined

const PEOPLE_AT_ONCE = 200

/**
 * Those who have proven their address and were here for more than a day. Only what they did here
 * counts: imported rows bring dates of their own.
 */
async function peopleWhoCount(sql: Sql, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const counted = new Set<number>()
  for (const some of inSets(ids, PEOPLE_AT_ONCE)) {
    const people = await sql<{ id: number }[]>`
      select users.id
      from users
      cross join lateral (
        select max(created_at) - min(created_at) as span
        from (
          select created_at
          from brew_logs
          where user_id = users.id
            and import_key is null
          union all
          select created_at
          from grind_feedback
          where user_id = users.id
        ) done
      ) active
      where users.id = any(${[...some]})
        and email_verified_at is not null
        and disabled_at is null
        and closing_at is null
        and span >= interval '1 day'`
    for (const { id } of people) counted.add(id)
  }
  return counted
}
