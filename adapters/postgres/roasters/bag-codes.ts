import type { BagCodes, BagCoffee } from '../../../core/portal/bag-codes.ts'
import { placeKey } from '../catalog/coffee-columns.ts'
import type { Sql } from '../engine/client.ts'
import { nested, nestedOne, part } from '../queries/nested.ts'
import { literalLimit } from '../queries/planner.ts'

export function bagCodesIn(sql: Sql): BagCodes {
  // Not `exists`, which would read the recipes of all roasters at once.
  const columns = sql`
    coffees.id,
    coffees.name,
    coffees.slug,
    coffees.bag_code as code,
    ${part(sql, 'roasters', 'roaster', ['id', 'name', 'slug'])},
    (select true from roaster_recipes where coffee_id = coffees.id limit 1) is true as has_recipe`
  return {
    of: (roasterId, limit) =>
      nested<BagCoffee>(sql`
        select *
        from (
          select ${columns}
          from coffees
          join roasters on roasters.id = coffees.roaster_id
          where coffees.roaster_id = ${roasterId}
          -- Anybody can add coffees, but only the roaster can write its recipes and arrange them.
          order by has_recipe desc, ${placeKey(sql)}, coffees.id
          ${literalLimit(sql, limit)}
        ) first
        order by fold(name), id`),

    coffee: code =>
      nestedOne<BagCoffee>(sql`
        select ${columns}
        from coffees
        join roasters on roasters.id = coffees.roaster_id
        where coffees.bag_code = ${code.toLowerCase()}`),
  }
}
