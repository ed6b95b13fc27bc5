import type { Brews } from '../../../core/brews/brews.ts'
import { MOST_BREWS } from '../../../core/brews/full-log.ts'
import type { StoredBrew } from '../../../core/brews/model.ts'
import { coffeeBehind } from '../catalog/coffee-columns.ts'
import type { Sql } from '../engine/client.ts'
import { nestedOne } from '../queries/nested.ts'
import { bagOfBrew, brewRow } from './brew-columns.ts'

export function addBrewIn(sql: Sql): Brews['add'] {
  const coffee = coffeeBehind(sql, 'logged')
  const bag = bagOfBrew(sql)
  return async (userId, brew, now) => {
    const { bagId: _, ...said } = brew
    // The newest brew by a technique is the person's rating of it.
    const rated = sql`, rated as (
      insert into technique_ratings (technique, user_id, rating, created_at)
      select ${brew.technique}, ${userId}, ${brew.rating}, ${now}
      from logged
      on conflict (technique, user_id) do update
      set rating = excluded.rating,
          created_at = excluded.created_at
    )`
    const isRating = brew.technique !== null && brew.rating !== null
    const brewedAt = brew.brewedAt ?? now.toISOString()
    const logged = await nestedOne<Pick<StoredBrew, 'id' | 'recipeVersion' | 'coffee' | 'bag'>>(sql`
      with logged as (
        insert into brew_logs ${brewRow(sql, { ...brew, userId, createdAt: now, brewedAt })}
        where (select count(*) from brew_logs where user_id = ${userId}) < ${MOST_BREWS}
          ${brew.coffeeProfileId === null ? sql`` : sql`and exists (select from coffees where id = ${brew.coffeeProfileId})`}
        returning id, recipe_version, coffee_profile_id, bag_id
      )
      ${isRating ? rated : sql``}
      select logged.id, logged.recipe_version, ${coffee.columns}, ${bag}
      from logged
      ${coffee.joins}
      left join bags on bags.id = logged.bag_id`)
    const drunk = { drinkerIds: brew.drinkerIds ?? null, cups: brew.cups ?? null }
    return logged && { ...said, ...drunk, brewedAt, savedAsRecipe: false, createdAt: now.toISOString(), ...logged }
  }
}
