import type { Fragment } from 'postgres'
import type { BrewFilter, BrewReview, BrewRevision, Brews } from '../../../core/brews/brews.ts'
import type { RatedBrew } from '../../../core/brews/insights.ts'
import type { RoastedBrew, StoredBrew } from '../../../core/brews/model.ts'
import { FIRST_DRINKER } from '../../../core/drinkers/model.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import { coffeesByMethod } from '../catalog/coffee-columns.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { changed, fieldsOf, selected } from '../queries/columns.ts'
import { holdRecipe, takeTurn } from '../queries/locks.ts'
import { nested, nestedOne } from '../queries/nested.ts'
import type { Cursors, KeyedRow, Keys } from '../queries/page.ts'
import { literalLimit, roomFor } from '../queries/planner.ts'
import { first } from '../queries/rows.ts'
import { personalRecipeRow } from '../recipes/personal-recipes.ts'
import { brewWithCoffee, reviewFields } from './brew-columns.ts'
import { rateByBrew, rateTechniqueByBrew, unrateByBrew, unrateTechniqueByBrew } from './brew-ratings.ts'
import { addBrewIn } from './log-brew.ts'
import { byTechnique, drunkBy, ofStyle, sameBrew } from './same-brew.ts'

export function brewsIn(sql: Sql, cursors: Cursors): Brews {
  const { columns, joins } = brewWithCoffee(sql)

  const byId = (sql: Sql | Transaction, userId: number, id: number) =>
    nestedOne<RoastedBrew>(sql`
      select ${columns}
      from brew_logs ${joins}
      where brew_logs.user_id = ${userId}
        and brew_logs.id = ${id}`)

  const newestWhere = (condition: Fragment, limit: number) =>
    nested<RoastedBrew>(sql`
      select ${columns}
      from brew_logs ${joins}
      where ${condition}
      order by brew_logs.brewed_at desc, brew_logs.id desc
      ${literalLimit(sql, limit)}`)

  return {
    list: async (userId, filter) => {
      const { limit, cursor } = filter
      const list = `brew-logs:${userId}`
      const after = cursors.read(list, cursor)
      const rows = await nested<StoredBrew & KeyedRow>(sql`
        select ${columns}, json_build_array(brew_logs.brewed_at, brew_logs.id)::text as keys
        from ${isFiltered(filter) ? matchingPage(sql, userId, filter, after) : newestPage(sql, userId, limit, after)}
        ${joins}
        order by brew_logs.brewed_at desc, brew_logs.id desc`)
      return cursors.page(list, rows, limit)
    },

    count: async (userId, filter = {}) => {
      const [counted] = await sql<{ brews: number }[]>`
        select count(*)::int as brews
        from brew_logs
        where ${matchingBrews(sql, userId, filter)}`
      return counted?.brews ?? 0
    },

    byId: (userId, id) => byId(sql, userId, id),

    last: (userId, drinkerId) =>
      first(
        newestWhere(
          sql`
            brew_logs.user_id = ${userId}
            ${drinkerId === undefined ? sql`` : sql`and ${drunkBy(sql, drinkerId)}`}`,
          1,
        ),
      ),

    newestOfBag: (userId, { bagId, method, style }, limit, drinkerId) =>
      newestWhere(
        sql`
          brew_logs.user_id = ${userId}
          and brew_logs.bag_id = ${bagId}
          and brew_logs.method = ${method}
          and ${ofStyle(sql, style)}
          and ${byTechnique(sql, null)}
          and ${drunkBy(sql, drinkerId)}`,
        limit,
      ),

    newestOfEach: async (userId, of, style, limitEach, drinkerId) =>
      of.length === 0
        ? []
        : nested<RoastedBrew>(sql`
            select ${columns}
            from ${coffeesByMethod(sql, of)}
            cross join lateral (
              select id
              from brew_logs
              where user_id = ${userId}
                and coffee_profile_id = brewed.coffee_id
                and brew_logs.method = brewed.method
                and ${ofStyle(sql, style)}
                and ${byTechnique(sql, null)}
                and ${drunkBy(sql, drinkerId)}
              order by brewed_at desc, id desc
              ${literalLimit(sql, limitEach)}
            ) newest
            join brew_logs on brew_logs.id = newest.id
            ${joins}
            order by brew_logs.brewed_at desc, brew_logs.id desc`),

    // One index lookup for each coffee and method, however often it was brewed. There is no index for bags, so theirs are
    // looked for among the newest brews: reading 60,000 of one bag would block the embedded engine.
    newestByMethod: (userId, of, drinkerId) =>
      nested<RoastedBrew>(sql`
        select ${columns}
        from (
          select newest.id
          from unnest(${of.flatMap(({ coffeeProfileId }) => coffeeProfileId ?? [])}::int[]) asked (coffee_id)
          cross join unnest(${[...methodIds]}::text[]) by (method)
          cross join lateral (
            select id
            from brew_logs
            where user_id = ${userId}
              and coffee_profile_id = asked.coffee_id
              and brew_logs.method = by.method
              and ${drunkBy(sql, drinkerId)}
            order by brewed_at desc, id desc
            limit 1
          ) newest
          union all
          (
            select distinct on (bag_id, method) brew_logs.id
            from newest_brew_ids(${userId}, ${NEWEST_OF_BAGS}) newest (id)
            join brew_logs on brew_logs.id = newest.id
            where coffee_profile_id is null
              and bag_id = any(${of.flatMap(({ bagId }) => bagId ?? [])}::int[])
              and ${drunkBy(sql, drinkerId)}
            order by bag_id, method, brewed_at desc, brew_logs.id desc
          )
        ) newest
        join brew_logs on brew_logs.id = newest.id
        ${joins}
        order by brew_logs.brewed_at desc, brew_logs.id desc`),

    before: (userId, brew, limit, drinkerId) =>
      newestWhere(
        sql`
          ${sameBrew(sql, userId, brew)}
          and ${drunkBy(sql, drinkerId)}
          and (brew_logs.brewed_at, brew_logs.id) < (select brewed_at, id from brew_logs where id = ${brew.id})`,
        limit,
      ),

    add: addBrewIn(sql),

    revise: (userId, id, revision) =>
      transact(sql, async sql => {
        if (revision.bagId !== undefined) await takeTurn(sql, userId)
        await holdRecipeOf(sql, userId, id)
        const [before] = await sql<Pick<StoredBrew, 'rating' | 'technique'>[]>`
          select rating, technique
          from brew_logs
          where user_id = ${userId}
            and id = ${id}
          for no key update`
        if (!before) return undefined
        if (revision.bagId != null && !(await takeFromBag(sql, userId, id, revision.bagId))) return 'no-bag'
        const { rating = before.rating, technique = before.technique } = revision
        const isRatedAnew = rating !== before.rating || technique !== before.technique
        if (before.technique !== null && isRatedAnew) await unrateTechniqueByBrew(sql, id)
        await sql`update brew_logs set ${changed(sql, 'brewLogs', revisedFields, revision)} where id = ${id}`
        if (technique !== null && isRatedAnew) await rateTechniqueByBrew(sql, id)
        if (rating !== before.rating)
          await (rating === null ? unrateByBrew(sql, id, before.rating) : rateByBrew(sql, id))
        return byId(sql, userId, id)
      }),

    remove: (userId, id) =>
      transact(sql, async sql => {
        await takeTurn(sql, userId)
        await holdRecipeOf(sql, userId, id)
        const { count } = await sql`delete from brew_logs where user_id = ${userId} and id = ${id}`
        return count > 0
      }),

    // If two requests race, the second finds the recipe of the first (a unique key).
    saveAsRecipe: (userId, id, recipe, now) =>
      transact(sql, async sql => {
        const { count } =
          await sql`update brew_logs set saved_as_recipe = true where user_id = ${userId} and id = ${id}`
        if (count > 0)
          await sql`
            insert into personal_recipes ${personalRecipeRow(sql, { ...recipe, userId, brewLogId: id, createdAt: now })}
            on conflict (brew_log_id) do nothing`
      }),

    recent: async (userId, { timeZone, last, days }, limit, drinkerId) => {
      const brews = await nested<StoredBrew & { date: string }>(sql`
        select ${columns}, (brew_logs.brewed_at at time zone ${timeZone})::date::text as date
        from newest_brew_ids(${userId}, ${limit}) newest (id)
        join brew_logs on brew_logs.id = newest.id ${joins}
        where brew_logs.brewed_at >= ((${last}::date - ${days - 1}::int)::timestamp at time zone ${timeZone})
          and ${drunkBy(sql, drinkerId)}
        order by brew_logs.brewed_at desc, brew_logs.id desc`)
      return brews.map(({ date, ...brew }) => ({ date, brew }))
    },

    // One index lookup per day, however many brews it has.
    datesBrewed: async (userId, { timeZone, last, days }, drinkerId) => {
      const rows = await sql<{ date: string }[]>`
        select day.date::text
        from (select ${last}::date - before as date from generate_series(0, ${days - 1}::int) before) day
        where exists (
          select
          from brew_logs
          where user_id = ${userId}
            and brewed_at >= (day.date::timestamp at time zone ${timeZone})
            and brewed_at < ((day.date + 1)::timestamp at time zone ${timeZone})
            and ${drunkBy(sql, drinkerId)}
        )`
      return rows.map(({ date }) => date)
    },

    rated: (userId, limit, among, drinkerId) => sql<RatedBrew[]>`
      select ${selected(sql, 'brewLogs', ratedFields)}, drunk.rating, coalesce(coffees.name, bags.name) as coffee_name
      from newest_brew_ids(${userId}, ${among}) newest (id)
      join brew_logs on brew_logs.id = newest.id
      left join coffees on coffees.id = brew_logs.coffee_profile_id
      left join bags on bags.id = brew_logs.bag_id
      cross join lateral ${ratingOf(sql, drinkerId)} drunk
      where drunk.rating is not null
        and ${drunkBy(sql, drinkerId)}
      order by brew_logs.brewed_at desc, brew_logs.id desc
      ${literalLimit(sql, limit)}`,
  }
}

/** What is left of a bag is counted from its brews, so both bags have the right amount at once. */
async function takeFromBag(sql: Transaction, userId: number, id: number, bagId: number) {
  const [bag] = await sql<{ coffeeProfileId: number | null }[]>`
    select coffee_profile_id
    from bags
    where user_id = ${userId}
      and id = ${bagId}
    for key share`
  if (bag) await sql`update brew_logs set coffee_profile_id = ${bag.coffeeProfileId} where id = ${id}`
  return bag !== undefined
}

/** More than anybody brews from the bags that are open. */
const NEWEST_OF_BAGS = 500

const revisedFields = fieldsOf<BrewRevision>({
  ...(Object.fromEntries(reviewFields.map(field => [field, true])) as Record<keyof BrewReview, true>),
  brewedAt: true,
  bagId: true,
  daysOffRoast: true,
  style: true,
  technique: true,
  tdsPercent: true,
  beverageGrams: true,
  isFavourite: true,
  isBest: true,
  grinderId: true,
  grindSetting: true,
  grindSettingText: true,
  grindIndex: true,
  drinkerIds: true,
  cups: true,
})
const ratedFields = fieldsOf<Omit<RatedBrew, 'coffeeName' | 'rating'>>({
  method: true,
  style: true,
  technique: true,
  coffeeProfileId: true,
  bagId: true,
  grinderId: true,
  grindSetting: true,
  grindIndex: true,
  doseGrams: true,
  waterGrams: true,
})

/** If several drank a brew, what this one of them gave it. */
const ratingOf = (sql: Sql, drinkerId = FIRST_DRINKER) => sql`(
  select case
    when brew_logs.cups is null then brew_logs.rating
    else (
      select (cup ->> 'rating')::int
      from jsonb_array_elements(brew_logs.cups) cup
      where cup ->> 'drinkerId' = ${String(drinkerId)}
    )
  end as rating
)`

/** Locks the recipe before the brew, because its counters change with the brew. */
const holdRecipeOf = (sql: Transaction, userId: number, id: number) =>
  holdRecipe(sql, sql`(select recipe_id from brew_logs where user_id = ${userId} and id = ${id})`, userId)

const newestPage = (sql: Sql, userId: number, limit: number, after: Keys | undefined) => sql`
  newest_brew_ids(${userId}, ${roomFor(limit + 1)} ${after ? sql`, ${after[0] as string}, ${after[1] as number}` : sql``}) newest (id)
  join brew_logs on brew_logs.id = newest.id`

/** Finds the page first: otherwise all brews would be sorted with their notes and coffees. */
const matchingPage = (sql: Sql, userId: number, filter: BrewFilter, after: Keys | undefined) => sql`
  (
    select id
    from brew_logs
    where ${matchingBrews(sql, userId, filter)}
      ${after ? sql`and (brewed_at, id) < (${after[0] as string}, ${after[1] as number})` : sql``}
    order by brewed_at desc, id desc
    ${literalLimit(sql, roomFor(filter.limit + 1))}
  ) listed
  join brew_logs on brew_logs.id = listed.id`

const isFiltered = ({ drinkerId, coffeeProfileId, rating, savedAsRecipe }: BrewFilter) =>
  drinkerId !== undefined || coffeeProfileId !== undefined || rating !== undefined || savedAsRecipe !== undefined

const matchingBrews = (
  sql: Sql,
  userId: number,
  { drinkerId, coffeeProfileId, rating, savedAsRecipe }: Partial<BrewFilter>,
) => sql`
  brew_logs.user_id = ${userId}
  ${drinkerId === undefined ? sql`` : sql`and ${drunkBy(sql, drinkerId)}`}
  ${coffeeProfileId === undefined ? sql`` : sql`and brew_logs.coffee_profile_id = ${coffeeProfileId}`}
  ${rating === undefined ? sql`` : sql`and brew_logs.rating >= ${rating}`}
  ${savedAsRecipe === undefined ? sql`` : sql`and brew_logs.saved_as_recipe = ${savedAsRecipe}`}`
