import type { Brews, NewBrew } from '../../core/brews/brews.ts'
import type { StoredBrew } from '../../core/brews/model.ts'
import { inBatches } from './batches.ts'
import { bagOfBrew, brewRow, loggedFields, partsOfBrew } from './brew-columns.ts'
import type { Sql } from './client.ts'
import { coffeeBehind, ofKnownCoffee } from './coffee-columns.ts'
import { listed, quotedColumn, rowsOf } from './columns.ts'
import { nested, nestedOne } from './nested.ts'

type LoggedRow = NewBrew & { userId: number; createdAt: Date; brewedAt: string }
/** What only the database can tell of a brew that was logged. */
type Logged = Pick<StoredBrew, 'id' | 'coffee' | 'bag'>

/** The tables a brew refers to, except recipes, by field. While somebody deletes such a row, logging a brew that names it waits. */
const referenced = Object.entries({
  users: 'userId',
  coffees: 'coffeeProfileId',
  bags: 'bagId',
  grinders: 'grinderId',
  machines: 'machineId',
} as const)

const AT_ONCE = 'for key share skip locked'

/** Logs a brew; those that come while others are written go in one statement. */
export function addBrewIn(sql: Sql): Brews['add'] {
  const coffeeOfLogged = coffeeBehind(sql, 'logged')
  const bag = bagOfBrew(sql)
  const parts = partsOfBrew(sql)
  const atOnce = sql.unsafe(AT_ONCE)

  const logOne = async (row: LoggedRow, where = ofKnownCoffee(sql, row)) =>
    nestedOne<Logged>(sql`
      with logged as (
        insert into brew_logs ${brewRow(sql, row)}
        ${where}
        returning id, coffee_profile_id, bag_id
      )
      select logged.id, ${coffeeOfLogged.columns}, ${bag}
      from logged ${coffeeOfLogged.joins}
      left join bags on bags.id = logged.bag_id`)

  /** Logs one, but gives undefined where a row it refers to is missing or locked: those are locked first, without waiting. */
  const logOneAtOnce = (row: LoggedRow) =>
    logOne(
      row,
      sql`where true ${referenced
        .filter(([, field]) => row[field] != null)
        .map(
          ([table, field]) => sql`and exists (select from ${sql(table)} where id = ${row[field] as number} ${atOnce})`,
        )}`,
    )

  const heldRows = sql.unsafe(
    referenced
      .map(
        ([table, field]) =>
          `left join lateral (select * from ${table} where id = given.${quotedColumn(field)} limit 1 ${AT_ONCE}) ${table} on true`,
      )
      .join('\n'),
  )
  const areHeld = sql.unsafe(
    referenced
      .map(([table, field]) => `(given.${quotedColumn(field)} is null or ${table}.id is not null)`)
      .join(' and '),
  )

  /**
   * Logs many like `logOneAtOnce`; lateral joins have each row looked up by its primary key also in small tables. `id` is the
   * place of a brew among those given, `own_id` the id that it gets.
   */
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
        ${heldRows}
        left join lateral (select * from roasters where id = coffees.roaster_id limit 1) roasters on true
        where ${areHeld}
      ), logged as (
        insert into brew_logs (id, ${listed(sql, loggedFields)})
        overriding system value
        select own_id, ${listed(sql, loggedFields)}
        from given
      )
      select id as place, own_id as id, ${parts}
      from given`)
    const byPlace = new Map(logged.map(({ place, ...brew }) => [place, brew]))
    return rows.map((_, place) => byPlace.get(place))
  }
  const log = inBatches(
    async (rows: LoggedRow[]) => (rows[0] && rows.length === 1 ? [await logOneAtOnce(rows[0])] : logMany(rows)),
    { alone: row => logOne(row) },
  )

  return async (userId, brew, now) => {
    const { bagId: _, ...said } = brew
    const brewedAt = brew.brewedAt ?? now.toISOString()
    const row = { ...brew, userId, createdAt: now, brewedAt }
    // The brews of a recipe are counted in its row, which locks it: several in one statement would lock recipes in any order.
    const logged = await (brew.recipeId === null ? log(row) : logOne(row))
    return logged && { ...said, brewedAt, savedAsRecipe: false, createdAt: now.toISOString(), ...logged }
  }
}
