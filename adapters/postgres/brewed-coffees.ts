import type { BrewedCoffeesOf } from '../../core/taste/taster.ts'
import type { Sql } from './client.ts'

export const brewedCoffeesIn =
  (sql: Sql): BrewedCoffeesOf =>
  async userId => {
    const rows = await sql<{ id: number; origin: string | null }[]>`
      select coffees.id, coffees.origin
      from coffees
      where coffees.id in (
        select coffee_profile_id
        from brew_logs
        where user_id = ${userId}
      )`
    return {
      coffeeIds: new Set(rows.map(({ id }) => id)),
      origins: new Set(rows.flatMap(({ origin }) => origin ?? [])),
    }
  }
