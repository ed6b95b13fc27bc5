import type { Fragment } from 'postgres'
import {
  Bag,
  type BagChanges,
  type Bags,
  foundOutOfBag,
  type Habit,
  MOST_BAGS,
  type StoredBag,
} from '../../../core/library/bags.ts'
import type { StoredLessons } from '../../../core/library/learned.ts'
import { pictureOwnedBy } from '../catalog/pictures.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { changed, listed, schemaFields, selected, writtenRow } from '../queries/columns.ts'
import { inSets } from '../queries/in-sets.ts'
import { takeTurn } from '../queries/locks.ts'
import { nested, nestedOne } from '../queries/nested.ts'
import { literalLimit } from '../queries/planner.ts'
import { affectsAny } from '../queries/rows.ts'

export const bagFields = schemaFields(Bag, ...foundOutOfBag)
const addedFields = [...bagFields, 'userId', 'importKey']
const revisedFields = bagFields.filter(field => field !== 'coffeeProfileId' && field !== 'createdAt')

/**
 * Adds the coffees of these bags to their owner's library, each with the facts of its newest bag. A
 * bag that was frozen has no useful roast date.
 */
export const keepCoffeesOf = (sql: Transaction, those: Fragment, since: Fragment = sql`created_at`) => sql`
  insert into coffee_library (user_id, coffee_profile_id, personal_notes, rating, roasted_on, created_at)
  select distinct on (coffee_profile_id)
         user_id, coffee_profile_id, personal_notes, rating, case when frozen_on is null then roasted_on end, ${since}
  from bags
  where ${those}
    and coffee_profile_id is not null
  order by coffee_profile_id, bags.created_at desc, id desc
  on conflict do nothing`

/** Neither finished nor in the freezer, as the shelf says on that day. */
export const isOpenBag = (sql: Sql, day: string) =>
  sql`(not bags.is_archived and (bags.frozen_on is null or bags.frozen_on > ${day} or bags.thawed_on <= ${day}) is true)`

/** The brews of this many bags are counted at once (library.ts says why). */
const BAGS_AT_ONCE = 25
/** Per bag: counting 60,000 brews would block the embedded engine for 100 ms. */
const MOST_COUNTED = 10_000
/** A bag for a brew is looked for among the newest of its coffee. */
const MOST_TRIED = 20
const LAST_OF_BAG = 20
const LAST_OF_ALL = 30

export function bagsIn(sql: Sql): Bags {
  const read = (where: Fragment, order = sql`created_at desc, id desc`, most = BAGS_AT_ONCE) =>
    nested<Bag>(sql`
      select ${bagColumns(sql)}
      ${bagsWithBrews(sql)}
      where ${where}
      order by ${order}
      ${literalLimit(sql, most)}`)
  const readAll = async (ids: readonly { id: number }[]) => {
    const bags: Bag[] = []
    for (const set of inSets(ids, BAGS_AT_ONCE))
      bags.push(...(await read(sql`bags.id = any(${set.map(({ id }) => id)})`)))
    return bags
  }

  return {
    list: async (userId, limit) =>
      readAll(
        await sql<{ id: number }[]>`
          select id
          from bags
          where user_id = ${userId}
          order by created_at desc, id desc
          ${literalLimit(sql, limit)}`,
      ),

    listWhere: async (userId, isArchived, limit) =>
      readAll(
        await sql<{ id: number }[]>`
          select id
          from bags
          where user_id = ${userId}
            and is_archived = ${isArchived}
          order by created_at desc, id desc
          ${literalLimit(sql, limit)}`,
      ),

    byId: (userId, id) =>
      nestedOne<Bag>(sql`
        select ${bagColumns(sql)}
        ${bagsWithBrews(sql)}
        where bags.user_id = ${userId}
          and bags.id = ${id}`),

    inUse: async (userId, coffeeProfileId, at) => {
      const day = at.toISOString().slice(0, 10)
      // One that is open comes first, of several the one opened first, and an empty one last.
      const [bag] = await read(
        sql`bags.id = any(array(
          select id
          from bags
          where user_id = ${userId}
            and coffee_profile_id = ${coffeeProfileId}
            and ${isOpenBag(sql, day)}
            and (roasted_on is null or roasted_on <= ${day})
          order by created_at desc, id desc
          ${literalLimit(sql, MOST_TRIED)}
        ))`,
        sql`
          coalesce(${gramsLeft(sql)} = 0, false),
          coalesce(bags.opened_on, brewed.first_brewed_at::date),
          bags.created_at,
          bags.id`,
        1,
      )
      return bag
    },

    add: async (userId, bag) => {
      const row = { ...bag, userId, importKey: `shelf ${crypto.randomUUID()}` }
      const [added] = await sql<{ id: number }[]>`
        insert into bags ${writtenRow(sql, addedFields, row)}
        where (select count(*) from bags where user_id = ${userId}) < ${MOST_BAGS}
        returning id`
      return added?.id
    },

    revise: (userId, id, changes, now, ifFrozen) =>
      affectsAny(sql`
        update bags
        set ${changed<StoredBag>(sql, 'bags', revisedFields, changes as Partial<BagChanges & StoredBag>)},
            edited_at = ${now}
        where user_id = ${userId}
          and id = ${id}
          ${ifFrozen === undefined ? sql`` : sql`and (frozen_on is not null and thawed_on is null) = ${ifFrozen}`}`),

    remove: (userId, id) =>
      transact(sql, async sql => {
        await takeTurn(sql, userId)
        await sql`delete from bags where user_id = ${userId} and id = ${id}`
      }),

    portion: (userId, id, { grams, count, frozenOn, freezerNote }, now) =>
      transact(sql, async sql => {
        // So that nobody takes the same grams twice, nor has too many bags.
        await sql`select from users where id = ${userId} for no key update`
        await sql`select from bags where user_id = ${userId} and id = ${id} for no key update`
        const [bag] = await sql<{ left: number | null; isFrozen: boolean; bags: number }[]>`
          select
            ${gramsLeft(sql)} as left,
            bags.frozen_on is not null and bags.thawed_on is null as is_frozen,
            (select count(*) from bags where user_id = ${userId}) as bags
          ${bagsWithBrews(sql)}
          where bags.user_id = ${userId}
            and bags.id = ${id}`
        if (!bag) return 'not-found'
        if (bag.isFrozen) return 'frozen'
        if (bag.left !== null && grams * count > bag.left + HALF_A_HUNDREDTH) return 'too-little'
        if (bag.bags + count > MOST_BAGS) return 'too-many'
        const made = await sql<{ id: number }[]>`
          insert into bags (
            user_id, import_key, parent_key, coffee_profile_id, name, roaster_name, roast_level, coffee_type, origin,
            flavor_profile, processing_method, weight_grams, set_grams, roasted_on, opened_on, frozen_on, frozen_before,
            freezer_note, created_at
          )
          select
            user_id, 'shelf ' || gen_random_uuid(), import_key, coffee_profile_id, name, roaster_name, roast_level,
            coffee_type, origin, flavor_profile, processing_method, ${grams}, ${grams}, roasted_on, opened_on, ${frozenOn},
            case
              when thawed_on is null then frozen_before
              else coalesce(frozen_before, '[]') || jsonb_build_array(jsonb_build_object('frozenOn', frozen_on, 'thawedOn', thawed_on))
            end,
            ${freezerNote}, ${now}
          from bags, generate_series(1, ${count}::int)
          where id = ${id}
          returning id`
        await sql`
          update bags
          set set_grams = set_grams - ${grams * count},
              edited_at = ${now}
          where id = ${id}`
        return made.map(({ id }) => id)
      }),

    habits: async (userId, ids) => {
      const [own] = await sql<Habit[]>`
        select ${habitOf(sql)}
        from (
          select dose_grams, method, brewed_at, id
          from brew_logs
          where user_id = ${userId}
          order by brewed_at desc, id desc
          ${literalLimit(sql, LAST_OF_ALL)}
        ) last`
      const ofBag = new Map<number, Habit>()
      for (const set of inSets(ids, BAGS_AT_ONCE))
        for (const { id, ...habit } of await sql<(Habit & { id: number })[]>`
          select asked.id, habit.*
          from unnest(${set}::int[]) asked (id)
          cross join lateral (
            select ${habitOf(sql)}
            from (
              select counted.*
              from (
                select dose_grams, method, brewed_at, id
                from brew_logs
                where bag_id = asked.id
                ${literalLimit(sql, MOST_COUNTED)}
              ) counted
              order by brewed_at desc, id desc
              ${literalLimit(sql, LAST_OF_BAG)}
            ) last
          ) habit`)
          ofBag.set(id, habit)
      return { own: own ?? { doseGrams: null, method: null }, ofBag }
    },

    learned: async ids => {
      const learned = new Map<number, StoredLessons>()
      for (const set of inSets(ids, BAGS_AT_ONCE)) {
        const sums = await sql<({ bagId: number } & Omit<StoredLessons, 'best'>)[]>`
          select bag_id, count(*)::int as cups, count(rating)::int as rated_cups, avg(rating)::float8 as average_rating
          from brew_logs
          where bag_id = any(${set})
          group by bag_id`
        const best = await sql<({ bagId: number } & NonNullable<StoredLessons['best']>)[]>`
          select distinct on (bag_id)
            bag_id, id as brew_log_id, ${listed(sql, bestFields)}
          from brew_logs
          where bag_id = any(${set})
            and (rating is not null or is_best)
          order by bag_id, is_best desc nulls last, rating desc nulls last, brewed_at desc, id desc`
        const byBag = new Map(best.map(({ bagId, ...brew }) => [bagId, brew]))
        for (const { bagId, ...sum } of sums) learned.set(bagId, { ...sum, best: byBag.get(bagId) ?? null })
      }
      return learned
    },

    areOf: async (userId, bags, coffeeProfileId, now) => {
      const ids = bags.map(({ id }) => id)
      await transact(sql, async sql => {
        await sql`
          update bags
          set coffee_profile_id = ${coffeeProfileId}
          where user_id = ${userId}
            and id = any(${ids})`
        await sql`
          update brew_logs
          set coffee_profile_id = ${coffeeProfileId}
          where user_id = ${userId}
            and bag_id = any(${ids})
            and coffee_profile_id is null`
        await keepCoffeesOf(sql, sql`user_id = ${userId} and id = any(${ids})`, sql`${now}::timestamptz`)
      })
    },
  }
}

/** Scales show tenths; this is less than they could mean. */
const HALF_A_HUNDREDTH = 0.005

const bestFields = [
  'method',
  'grinderId',
  'grindSetting',
  'grindSettingText',
  'grindIndex',
  'doseGrams',
  'waterGrams',
  'waterTempF',
  'brewTimeSeconds',
  'rating',
  'brewedAt',
]

/** `from bags`, each with its brews counted. */
const bagsWithBrews = (sql: Sql | Transaction) => sql`
  from bags
  cross join lateral (
    select
      count(*)::int as total_brews,
      min(brewed_at) as first_brewed_at,
      max(brewed_at) as last_brewed_at,
      coalesce(sum(dose_grams) filter (where bags.set_at is null or brewed_at > bags.set_at), 0) as used_grams
    from (
      select brewed_at, dose_grams
      from brew_logs
      where bag_id = bags.id
      ${literalLimit(sql, MOST_COUNTED)}
    ) counted
  ) brewed`

/** Null while nobody said how much there is. Rounded, because doses are added up in floating point. */
const gramsLeft = (sql: Sql | Transaction) =>
  sql`case when bags.set_grams is not null then round(greatest(0, bags.set_grams - brewed.used_grams)::numeric, 2)::float8 end`

/** Of a bag that somebody said the weight of, when as much was brewed from it since. */
export const isEmptyBag = (sql: Sql | Transaction) => sql`
  case when bags.set_grams is not null then bags.set_grams < ${HALF_A_HUNDREDTH} + (
    select coalesce(sum(dose_grams), 0)
    from brew_logs
    where bag_id = bags.id
      and (bags.set_at is null or brewed_at > bags.set_at)
  ) else false end`

const bagColumns = (sql: Sql | Transaction) => sql`
  ${selected(sql, 'bags', ['id', ...bagFields])},
  ${gramsLeft(sql)} as grams_left,
  (
    select parent.id
    from bags parent
    where parent.user_id = bags.user_id
      and parent.import_key = bags.parent_key
  ) as portion_of,
  ${pictureOwnedBy(sql, 'bags', 'picture')},
  brewed.total_brews,
  brewed.first_brewed_at,
  brewed.last_brewed_at`

/** The usual dose, and the last method. */
const habitOf = (sql: Sql | Transaction) => sql`
  percentile_cont(0.5) within group (order by dose_grams) as dose_grams,
  (array_agg(method order by brewed_at desc, id desc))[1] as method`
