import type { Library, LibraryEntry } from '../../core/library/library.ts'
import type { Sql } from './client.ts'
import { changed, unchanged } from './columns.ts'
import { nested, nestedOne } from './nested.ts'
import { literalLimit } from './page.ts'
import { coffeeInRecipe } from './recipe-columns.ts'

export function libraryIn(sql: Sql): Library {
  const entry = sql`
    select
      kept.coffee_profile_id,
      ${coffeeInRecipe(sql)},
      kept.personal_notes,
      kept.rating,
      kept.roasted_on,
      brewed.total_brews,
      brewed.last_brewed_at,
      kept.created_at`
  const joins = sql`
    join coffees on coffees.id = kept.coffee_profile_id
    join roasters on roasters.id = coffees.roaster_id
    cross join lateral (
      select count(*) as total_brews, max(created_at) as last_brewed_at
      from brew_logs
      where brew_logs.user_id = kept.user_id
        and brew_logs.coffee_profile_id = kept.coffee_profile_id
    ) brewed`

  return {
    list: (userId, limit) =>
      nested<LibraryEntry>(sql`
      ${entry}
      from coffee_library kept
      ${joins}
      where kept.user_id = ${userId}
      order by kept.created_at desc, kept.coffee_profile_id desc
      ${literalLimit(sql, limit)}`),

    put: (userId, { coffeeProfileId, ...said }, now) =>
      nestedOne<LibraryEntry>(sql`
        with kept as (
          insert into coffee_library as mine (user_id, coffee_profile_id, personal_notes, rating, roasted_on, created_at)
          select ${userId}, id, ${said.personalNotes ?? null}, ${said.rating ?? null}, ${said.roastedOn ?? null}, ${now}
          from coffees
          where id = ${coffeeProfileId}
          on conflict (user_id, coffee_profile_id) do update
          set ${changed(sql, ['personalNotes', 'rating', 'roastedOn'], said) ?? unchanged(sql, 'mine', 'rating')}
          returning user_id, coffee_profile_id, personal_notes, rating, roasted_on, created_at
        )
        ${entry}
        from kept
        ${joins}`),

    remove: async (userId, coffeeProfileId) => {
      await sql`delete from coffee_library where user_id = ${userId} and coffee_profile_id = ${coffeeProfileId}`
    },
  }
}
