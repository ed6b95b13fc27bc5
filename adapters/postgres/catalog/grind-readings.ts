import { indexByRule } from '../../../core/adaptation/rule-index.ts'
import { stylesFor } from '../../../core/adaptation/styles.ts'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import { FAIR_STARS, judgementOf } from '../../../core/brews/said.ts'
import type { SettingFeedback } from '../../../core/equipment/grind-feedback.ts'
import type { CalibrationReference } from '../../../core/grind/calibrate.ts'
import { type MethodId, methodById } from '../../../core/grind/methods.ts'
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
    const grindIndex = targetOfBrew(brew, equipment)
    if (grindIndex !== undefined)
      note(brew.grinderId, brew.userId, { setting: brew.grindSetting, grindIndex, feedback: 'JUST_RIGHT' })
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
}

const BREWS_AT_ONCE = 5000

/** Brews that tasted just right. How coarse a technique is ground is often read from a word only. */
async function* goodBrews(sql: Sql, grinderIds: readonly number[]) {
  const [last] = await sql<{ id: number | null }[]>`select max(id) as id from brew_logs`
  for (let after = 0; after < (last?.id ?? 0); after += BREWS_AT_ONCE) {
    const brews = await sql<(GoodBrew & Parameters<typeof judgementOf>[0])[]>`
      select brew_logs.id, brew_logs.user_id, grinder_id, machine_id, method, style, grind_setting, days_off_roast,
             outcome, brew_logs.rating, taste_profile, extraction_feedback,
             coalesce(coffees.roast_level, bags.roast_level) as roast_level,
             coalesce(coffees.coffee_type, bags.coffee_type) is not distinct from 'DECAF' as is_decaf
      from brew_logs
      left join coffees on coffees.id = brew_logs.coffee_profile_id
      left join bags on bags.id = brew_logs.bag_id
      where brew_logs.id > ${after}
        and brew_logs.id <= ${after + BREWS_AT_ONCE}
        and grinder_id = any(${[...grinderIds]})
        and grind_setting is not null
        and technique is null
        and (brew_logs.rating >= 4 or extraction_feedback is not null or outcome is not null)
      order by brew_logs.id`
    yield* brews.filter(wasRight)
  }
}

/** Nothing was off, and it was not disliked. */
export const wasRight = (brew: Parameters<typeof judgementOf>[0]) =>
  judgementOf(brew) === 'good' && (brew.rating ?? FAIR_STARS) >= FAIR_STARS

function targetOfBrew(
  { method, style, roastLevel, isDecaf, daysOffRoast, machineId }: GoodBrew,
  { machines }: HeldEquipment,
) {
  const brewer = machineId === null ? undefined : machines.byId(machineId)
  const brewed = style && stylesFor(method, brewer).includes(style) ? style : null
  return indexByRule({ method, style: brewed, roastLevel, isDecaf, daysOffRoast, brewer })
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
