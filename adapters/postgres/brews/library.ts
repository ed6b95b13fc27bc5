import { KeepCoffee, type Library, type LibraryEntry } from '../../../core/library/library.ts'
import { ofKnownCoffee } from '../catalog/coffee-columns.ts'
import type { Sql } from '../engine/client.ts'
import { changed, listed, schemaFields, selected, writtenRow } from '../queries/columns.ts'
import { inSets } from '../queries/in-sets.ts'
import { nested, nestedOne } from '../queries/nested.ts'
import { literalLimit } from '../queries/planner.ts'
import { coffeeInRecipe } from '../recipes/recipe-columns.ts'

const saidFields = schemaFields(KeepCoffee, 'coffeeProfileId')
/** Counting 60,000 brews of 20 coffees at once takes the embedded engine 65 ms. */
const COFFEES_AT_ONCE = 3
type BrewsOfCoffee = { id: number } & Pick<LibraryEntry, 'totalBrews' | 'lastBrewedAt'>
const libraryFields = ['userId', 'coffeeProfileId', ...saidFields, 'createdAt'] as const

export function libraryIn(sql: Sql): Library {
  const kept = sql`${selected(sql, 'kept', ['coffeeProfileId', ...saidFields, 'createdAt'])}, ${coffeeInRecipe(sql)}`
  const coffee = sql`
    join coffees on coffees.id = kept.coffee_profile_id
    join roasters on roasters.id = coffees.roaster_id`
  const entry = sql`select ${kept}, brewed.total_brews, brewed.last_brewed_at`
  const joins = sql`
    ${coffee}
    cross join lateral (
      select count(*) as total_brews, max(brewed_at) as last_brewed_at
      from brew_logs
      where brew_logs.user_id = kept.user_id
        and brew_logs.coffee_profile_id = kept.coffee_profile_id
    ) brewed`

  const brewsOf = (userId: number, coffeeIds: number[]) => sql<BrewsOfCoffee[]>`
    select asked.id, count(brew_logs.id) as total_brews, max(brew_logs.brewed_at) as last_brewed_at
    from unnest(${coffeeIds}::int[]) asked (id)
    left join brew_logs on brew_logs.user_id = ${userId} and brew_logs.coffee_profile_id = asked.id
    group by asked.id`

  return {
    list: async (userId, limit) => {
      const entries = await nested<Omit<LibraryEntry, keyof BrewsOfCoffee>>(sql`
        select ${kept}
        from coffee_library kept
        ${coffee}
        where kept.user_id = ${userId}
        order by kept.created_at desc, kept.coffee_profile_id desc
        ${literalLimit(sql, limit)}`)
      const brewed = new Map<number, Omit<BrewsOfCoffee, 'id'>>()
      for (const set of inSets(entries, COFFEES_AT_ONCE))
        for (const { id, ...brews } of await brewsOf(
          userId,
          set.map(({ coffeeProfileId }) => coffeeProfileId),
        ))
          brewed.set(id, brews)
      return entries.map(entry => ({
        ...entry,
        totalBrews: 0,
        lastBrewedAt: null,
        ...brewed.get(entry.coffeeProfileId),
      }))
    },

    byCoffee: (userId, coffeeProfileId) =>
      nestedOne<LibraryEntry>(sql`
        ${entry}
        from coffee_library kept
        ${joins}
        where kept.user_id = ${userId}
          and kept.coffee_profile_id = ${coffeeProfileId}`),

    roastDate: async (userId, coffeeProfileId) => {
      const [kept] = await sql<Pick<LibraryEntry, 'roastedOn'>[]>`
        select roasted_on
        from coffee_library
        where user_id = ${userId}
          and coffee_profile_id = ${coffeeProfileId}`
      return kept?.roastedOn ?? null
    },

    put: (userId, said, now) =>
      nestedOne<LibraryEntry>(sql`
        with kept as (
          insert into coffee_library as mine ${writtenRow(sql, libraryFields, { ...said, userId, createdAt: now })}
          ${ofKnownCoffee(sql, said)}
          on conflict (user_id, coffee_profile_id) do update
          set ${changed(sql, 'mine', saidFields, said)}
          returning ${listed(sql, libraryFields)}
        )
        ${entry}
        from kept
        ${joins}`),

    remove: async (userId, coffeeProfileId) => {
      await sql`delete from coffee_library where user_id = ${userId} and coffee_profile_id = ${coffeeProfileId}`
    },
  }
}
