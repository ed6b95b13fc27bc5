import type { Transaction } from '../engine/client.ts'

/** A person's newest rated brew of a recipe is their rating of it. An author's does not count. */
export const rateByBrew = (sql: Transaction, brewId: number) => sql`
  insert into ratings (recipe_id, user_id, rating, notes, created_at, counts)
  select recipe_id, user_id, brew_logs.rating, brew_logs.notes, brew_logs.created_at, created_by is distinct from user_id
  from brew_logs
  join recipes on recipes.id = recipe_id
  where brew_logs.id = ${brewId}
    and brew_logs.rating is not null
    and ${noneIsNewer(sql, 'recipe_id')}
  on conflict (recipe_id, user_id) do update
  set rating = excluded.rating,
      notes = excluded.notes,
      created_at = excluded.created_at`

/** Removes the rating with that of its brew, unless there is a newer one. */
export const unrateByBrew = (sql: Transaction, brewId: number, rating: number | null) => sql`
  delete from ratings
  using brew_logs
  where brew_logs.id = ${brewId}
    and ratings.recipe_id = brew_logs.recipe_id
    and ratings.user_id = brew_logs.user_id
    and ratings.rating = ${rating}
    and ${noneIsNewer(sql, 'recipe_id')}`

/** The same of the technique that it was brewed by. */
export const rateTechniqueByBrew = (sql: Transaction, brewId: number) => sql`
  insert into technique_ratings (technique, user_id, rating, created_at)
  select technique, user_id, rating, created_at
  from brew_logs
  where id = ${brewId}
    and technique is not null
    and rating is not null
    and ${noneIsNewer(sql, 'technique')}
  on conflict (technique, user_id) do update
  set rating = excluded.rating,
      created_at = excluded.created_at`

/** Before the brew names another technique. */
export const unrateTechniqueByBrew = (sql: Transaction, brewId: number) => sql`
  delete from technique_ratings rated
  using brew_logs
  where brew_logs.id = ${brewId}
    and rated.technique = brew_logs.technique
    and rated.user_id = brew_logs.user_id
    and rated.rating = brew_logs.rating
    and ${noneIsNewer(sql, 'technique')}`

const noneIsNewer = (sql: Transaction, followed: 'recipe_id' | 'technique') => sql`not exists (
    select
    from brew_logs newer
    where newer.user_id = brew_logs.user_id
      and newer.${sql(followed)} = brew_logs.${sql(followed)}
      and newer.rating is not null
      and (newer.created_at, newer.id) > (brew_logs.created_at, brew_logs.id)
  )`
