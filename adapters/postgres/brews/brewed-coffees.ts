import type { BrewedCoffeesOf } from '../../../core/taste/taster.ts'
import type { Sql } from '../engine/client.ts'
import { drunkBy } from './same-brew.ts'

/** A coffee that is not among this many brews counts as new again. */
const NEWEST_BREWS = 1000

export const brewedCoffeesIn =
  (sql: Sql): BrewedCoffeesOf =>
  async (userId, drinkerId) => {
    const rows = await sql<{ id: number; origin: string | null }[]>`
      select coffees.id, coffees.origin
      from coffees
      where coffees.id in (
        select coffee_profile_id
        from newest_brew_ids(${userId}, ${NEWEST_BREWS}) newest (id)
        join brew_logs on brew_logs.id = newest.id
        where ${drunkBy(sql, drinkerId)}
      )`
    return {
      coffeeIds: new Set(rows.map(({ id }) => id)),
      origins: new Set(rows.flatMap(({ origin }) => origin ?? [])),
    }
  }
