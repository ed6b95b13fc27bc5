import type { Brews, NewBrew } from '../../core/brews/brews.ts'
import type { StoredBrew } from '../../core/brews/model.ts'
import { inBatches } from './batches.ts'
import { bagOfBrew, brewRow, loggedFields } from './brew-columns.ts'
import type { Sql } from './client.ts'
import { coffeeBehind, ofKnownCoffee } from './coffee-columns.ts'
import { listed, rowsOf } from './columns.ts'
import { nested, nestedOne } from './nested.ts'

type LoggedRow = NewBrew & { userId: number; createdAt: Date }
/** All else is known already. */
type Logged = Pick<StoredBrew, 'id' | 'coffee' | 'bag'>

/** Logs a brew; those that come while others are written go in one statement. */
export function addBrewIn(sql: Sql): Brews['add'] {
  const coffeeOfLogged = coffeeBehind(sql, 'logged')
  const bag = bagOfBrew(sql)

  const logOne = (row: LoggedRow) =>
    nestedOne<Logged>(sql`
      with logged as (
        insert into brew_logs ${brewRow(sql, row)}
        ${ofKnownCoffee(sql, row)}
        returning id, coffee_profile_id, bag_id
      )
      select logged.id, ${coffeeOfLogged.columns}, ${bag}
      from logged ${coffeeOfLogged.joins}
      left join bags on bags.id = logged.bag_id`)

  /** The same for many; `id` is the place of each among them until it has its own. */
  const logMany = async (rows: LoggedRow[]) => {
    const logged = await nested<Logged & { place: number }>(sql`
      with given as materialized (
        select given.*, nextval(pg_get_serial_sequence('brew_logs', 'id'))::int as own_id, ${coffeeOfLogged.columns}, ${bag}
        from (${rowsOf(
          sql,
          'brew_logs',
          ['id', ...loggedFields],
          rows.map((row, id) => ({ ...row, id })),
        )}) given
        -- Each by its primary key, however few there are.
        left join lateral (select * from coffees where id = given.coffee_profile_id limit 1) coffees on true
        left join lateral (select * from roasters where id = coffees.roaster_id limit 1) roasters on true
        left join lateral (select * from bags where id = given.bag_id limit 1) bags on true
        where given.coffee_profile_id is null
          or coffees.id is not null
      ), logged as (
        insert into brew_logs (id, ${listed(sql, loggedFields)})
        overriding system value
        select own_id, ${listed(sql, loggedFields)}
        from given
      )
      select id as place, own_id as id, "coffee.id", "coffee.name", "coffee.slug", "coffee.roaster_name",
             "bag.id", "bag.name", "bag.roaster_name"
      from given`)
    const byPlace = new Map(logged.map(({ place, ...brew }) => [place, brew]))
    return rows.map((_, place) => byPlace.get(place))
  }
  const log = inBatches(
    async (rows: LoggedRow[]) => (rows[0] && rows.length === 1 ? [await logOne(rows[0])] : logMany(rows)),
    { written: true },
  )

  return async (userId, brew, now) => {
    const { bagId: _, ...said } = brew
    const row = { ...brew, userId, createdAt: now }
    // Of a recipe the brews are counted, which locks it: several in one statement would lock theirs in any order.
    const logged = await (brew.recipeId === null ? log(row) : logOne(row))
    return logged && { ...said, savedAsRecipe: false, createdAt: now.toISOString(), ...logged }
  }
}
