import { curveThrough } from '../../core/grind/curve.ts'
import { thousandths } from '../../core/rounding.ts'
import { grinderId } from './recipes.ts'
import type { TestWorld } from './world.ts'

interface Owners {
  /** How many index points below the target their V60 is, by the published curve. */
  points: number
  isProven?: boolean
  /** Between their two pieces of feedback. */
  hours?: number
}

/** People who twice found a V60 just right on this grinder, a little apart from each other. */
export async function manyOwners(world: TestWorld, slug: string, count: number, about: Owners) {
  const { points, isProven = true, hours = 48 } = about
  const grinder = world.ports.grinders.bySlug(slug)
  if (!grinder) throw new Error(`There is no grinder ${slug}.`)
  const { settingAt } = curveThrough(grinder.references)
  const settings = Array.from({ length: count }, (_, at) =>
    thousandths(settingAt(41 - points + (((at * 7) % 5) - 2) / 2)),
  )
  const now = world.clock.now()
  await world.sql`
    with people as (
      insert into users (email, email_verified_at, created_at)
      select gen_random_uuid() || '@owners.example', case when ${isProven} then ${now}::timestamptz end, ${now}
      from generate_series(1, ${count}::int)
      returning id
    ), numbered as (
      select id, row_number() over (order by id) as place
      from people
    )
    insert into grind_feedback (grinder_id, setting, method, feedback, user_id, created_at)
    select ${grinderId(world, slug)}, (${settings}::float8[])[place], 'v60', 'JUST_RIGHT', id,
           ${now}::timestamptz - again * ${hours} * interval '1 hour'
    from numbered
    cross join generate_series(0, 1) again`
}
