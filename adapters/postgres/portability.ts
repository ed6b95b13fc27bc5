import type postgres from 'postgres'
import type { Portability } from '../../core/portability/portability.ts'
import type { Sql, Transaction } from './client.ts'
import { transact } from './client.ts'
import { insertCoffee } from './coffees.ts'
import { everythingAbout } from './holdings.ts'
import { roasterNamed } from './naming.ts'

export function portabilityIn(sql: Sql): Portability {
  return {
    everything: userId =>
      sql.begin('isolation level repeatable read read only', sql => everythingAbout(sql, userId)) as ReturnType<
        Portability['everything']
      >,

    import: (userId, beans, brews, now) =>
      transact(sql, async sql => {
        // Imports of one person take turns: the second finds what the first has brought.
        await sql`select from users where id = ${userId} for no key update`
        const known = new Set(await importedBeans(sql, userId))
        const fresh = beans.filter(({ importKey }) => !known.has(importKey))
        // Roasters are locked as they are met; in the same order everywhere, so that two imports do not wait for each other.
        const inOrder = fresh.toSorted((one, other) =>
          one.coffee.roaster.matchName < other.coffee.roaster.matchName ? -1 : 1,
        )
        for (const { importKey, coffee, personalNotes, rating, createdAt } of inOrder) {
          // Whoever holds the roaster decides whether the coffee is new.
          const roaster = await roasterNamed(sql, coffee.roaster, now)
          const coffeeId = (await coffeeOf(sql, roaster.id, coffee.name)) ?? (await insertCoffee(sql, coffee))
          await sql`
            insert into imported_beans (user_id, import_key, coffee_profile_id, created_at)
            values (${userId}, ${importKey}, ${coffeeId}, ${now})
            on conflict do nothing`
          await sql`
            insert into coffee_library (user_id, coffee_profile_id, personal_notes, rating, created_at)
            values (${userId}, ${coffeeId}, ${personalNotes}, ${rating}, ${createdAt})
            on conflict do nothing`
        }
        const added = await sql<{ importKey: string }[]>`
          insert into brew_logs (
            user_id, import_key, method, coffee_profile_id, grinder_id, dose_grams, water_grams,
            grind_setting, grind_setting_text, grind_index, water_temp_f, brew_time_seconds, days_off_roast,
            notes, rating, created_at
          )
          select
            ${userId}, brew."importKey", brew.method, imported_beans.coffee_profile_id, brew."grinderId",
            brew."doseGrams", brew."waterGrams", brew."grindSetting", brew."grindSettingText", brew."grindIndex",
            brew."waterTempF", brew."brewTimeSeconds", brew."daysOffRoast", brew.notes, brew.rating, brew."createdAt"
          from jsonb_to_recordset(${sql.json(brews as unknown as postgres.JSONValue)}) as brew(
            "importKey" text, "beanKey" text, method text, "grinderId" int,
            "doseGrams" float8, "waterGrams" float8, "grindSetting" float8, "grindSettingText" text,
            "grindIndex" float8, "waterTempF" float8, "brewTimeSeconds" int, "daysOffRoast" float8,
            notes text, rating int, "createdAt" timestamptz
          )
          left join imported_beans on imported_beans.user_id = ${userId}
            and imported_beans.import_key = brew."beanKey"
          on conflict (user_id, import_key) do nothing
          returning import_key`
        return {
          beans: new Set(fresh.map(({ importKey }) => importKey)),
          brews: new Set(added.map(({ importKey }) => importKey)),
        }
      }),
  }
}

async function importedBeans(sql: Transaction, userId: number) {
  const rows = await sql<{ importKey: string }[]>`select import_key from imported_beans where user_id = ${userId}`
  return rows.map(({ importKey }) => importKey)
}

/** The coffee of that name, however it is written; of several the one with the most recipes. */
async function coffeeOf(sql: Transaction, roasterId: number, name: string) {
  const [row] = await sql<{ id: number }[]>`
    select id
    from coffees
    where roaster_id = ${roasterId}
      and fold(name) = fold(${name})
    order by recipe_count desc, id
    limit 1`
  return row?.id
}
