import type { Dials, KnownOfDial, SaidOfDial } from '../../../core/stand/dials.ts'
import type { OpenBag } from '../../../core/stand/stand.ts'
import type { Sql } from '../engine/client.ts'
import { changed } from '../queries/columns.ts'
import { literalLimit } from '../queries/planner.ts'
import { isEmptyBag, isOpenBag } from './bags.ts'

/** A bag that is not among this many brews is sorted by when it was added. */
const NEWEST_BREWS = 500

export function dialsIn(sql: Sql): Dials {
  return {
    of: async (userId, dials) =>
      dials.length === 0
        ? []
        : sql<KnownOfDial[]>`
            select dial.grinder_id, said_setting, said_at, burrs_changed_on,
                   last.id, last.grind_setting, last.brewed_at, last.method, last.drinker_ids
            from unnest(
              ${dials.map(({ grinderId }) => grinderId)}::int[],
              ${dials.map(({ min }) => min)}::float8[],
              ${dials.map(({ max }) => max)}::float8[]
            ) dial (grinder_id, least, most)
            left join user_grinders said on said.user_id = ${userId} and said.grinder_id = dial.grinder_id
            left join lateral (
              select id, grind_setting, brewed_at, method, drinker_ids
              from brew_logs
              where user_id = ${userId}
                and grinder_id = dial.grinder_id
                and grind_setting between dial.least and dial.most
              order by brewed_at desc, id desc
              limit 1
            ) last on true`,

    said: userId => sql<SaidOfDial[]>`
      select grinder_id, said_setting, said_at, burrs_changed_on
      from user_grinders
      where user_id = ${userId}
        and (said_setting is not null or burrs_changed_on is not null)`,

    say: async (userId, grinderId, { setting, burrsChangedOn }, now) => {
      const said = {
        saidSetting: setting,
        saidAt: setting == null ? setting : now.toISOString(),
        burrsChangedOn,
      }
      await sql`
        insert into user_grinders as mine (user_id, grinder_id, created_at, said_setting, said_at, burrs_changed_on)
        values (${userId}, ${grinderId}, ${now}, ${said.saidSetting ?? null}, ${said.saidAt ?? null}, ${burrsChangedOn ?? null})
        on conflict (user_id, grinder_id) do update
        set ${changed(sql, 'mine', ['saidSetting', 'saidAt', 'burrsChangedOn'], said)}`
    },

    openBags: (userId, limit, day) => sql<OpenBag[]>`
      with recent as (
        select coffee_profile_id, bag_id, max(brewed_at) as brewed_at
        from newest_brew_ids(${userId}, ${NEWEST_BREWS}) newest (id)
        join brew_logs on brew_logs.id = newest.id
        group by coffee_profile_id, bag_id
      ),
      own as (
        select id, coffee_profile_id, name, roaster_name, created_at, ${isOpenBag(sql, day)} and not ${isEmptyBag(sql)} as is_open
        from bags
        where user_id = ${userId}
      ),
      open as (
        select coffees.id as coffee_profile_id, null::int as bag_id, coffees.name, roasters.name as roaster_name,
               greatest(kept.created_at, bags.created_at, brewed.last) as used_at
        from (
          select coffee_profile_id, created_at
          from coffee_library
          where user_id = ${userId}
        ) kept
        full join (
          select coffee_profile_id, bool_or(is_open) as is_open, max(created_at) as created_at
          from own
          where coffee_profile_id is not null
          group by coffee_profile_id
        ) bags using (coffee_profile_id)
        join coffees on coffees.id = coffee_profile_id
        join roasters on roasters.id = coffees.roaster_id
        left join (
          select coffee_profile_id, max(brewed_at) as last
          from recent
          group by coffee_profile_id
        ) brewed using (coffee_profile_id)
        where coalesce(bags.is_open, true)
        union all
        select null, own.id, own.name, own.roaster_name, greatest(own.created_at, brewed.last)
        from own
        left join (
          select bag_id, max(brewed_at) as last
          from recent
          group by bag_id
        ) brewed on brewed.bag_id = own.id
        where own.coffee_profile_id is null
          and is_open
      )
      select coffee_profile_id, bag_id, name, roaster_name
      from open
      order by used_at desc, coffee_profile_id desc nulls last, bag_id desc
      ${literalLimit(sql, limit)}`,
  }
}
