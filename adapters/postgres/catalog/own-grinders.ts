import type postgres from 'postgres'
import { type Equipment, unknownItem } from '../../../core/equipment/equipment.ts'
import { MOST_DESCRIBED, type OwnGrinders, type TastedCalibration } from '../../../core/equipment/own-grinders.ts'
import { DESCRIBED, ownSlug, withDescribed } from '../../../core/equipment/seen-grinders.ts'
import { withCalibration } from '../../../core/grind/calibrate.ts'
import type { GrinderDescription } from '../../../core/grind/described.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { affectsAny, first } from '../queries/rows.ts'

export function ownGrindersIn(sql: Sql, grinders: Equipment['grinders']): OwnGrinders {
  const calibration: OwnGrinders['calibration'] = (userId, grinderId) =>
    first(sql<TastedCalibration[]>`
      select calibration, tasted
      from user_grinders
      where user_id = ${userId}
        and grinder_id = ${grinderId}
        and calibration is not null`)

  const describedBy: OwnGrinders['describedBy'] = async userId => {
    const rows = await sql<{ id: number; ownRecord: Grinder; description: GrinderDescription }[]>`
      select id, own_record, description
      from grinders
      where owner_id = ${userId}
      order by id`
    return rows.map(({ id, ownRecord, description }) => ({ id, ...ownRecord, slug: ownSlug(id), description }))
  }

  const acceptedOf: OwnGrinders['acceptedOf'] = async userId => {
    const rows = await sql<{ was: number; id: number; record: Grinder }[]>`
      select was, grinders.id, record
      from user_grinders
      join grinders on grinders.id = grinder_id
      where user_id = ${userId}
        and was is not null`
    return new Map(rows.map(({ was, id, record }) => [was, { id, ...record }]))
  }

  /** All that the person sees. */
  const seen = async (userId: number) => withDescribed(grinders, await describedBy(userId), await acceptedOf(userId))

  return {
    describedBy,
    acceptedOf,

    describe: (userId, { record, description }, said, now) =>
      transact(sql, async sql => {
        // Locked as when equipment is added, so that two new ones are counted one after the other.
        await sql`select from users where id = ${userId} for no key update`
        if (await isNamed(sql, userId, record)) return 'same name'
        const [row] = await sql<{ id: number }[]>`
          -- Everybody may read record; own_record only its owner.
          insert into grinders (record, is_described, owner_id, own_record, description)
          select ${sql.json(DESCRIBED)}::jsonb || jsonb_build_object('slug', gen_random_uuid()),
                 true,
                 ${userId}::int,
                 ${sql.json(record as postgres.JSONValue)}::jsonb,
                 ${sql.json(description as postgres.JSONValue)}::jsonb
          where (
            select count(*)
            from grinders
            where owner_id = ${userId}
              and (${isInGear(sql, userId)} or not (${isUsed(sql, userId)}))
          ) < ${MOST_DESCRIBED}
          returning id`
        if (!row) return 'too many'
        if (!said) return row.id
        if (said.isDefault)
          await sql`
            update user_grinders
            set is_default = false
            where user_id = ${userId}
              and is_default`
        await sql`
          insert into user_grinders (user_id, grinder_id, is_default, nickname, created_at)
          values (${userId}, ${row.id}, ${said.isDefault ?? false}, ${said.nickname ?? null}, ${now})`
        return row.id
      }),

    describeAnew: (userId, grinderId, { record, description }, calibration) =>
      transact(sql, async sql => {
        await sql`select from users where id = ${userId} for no key update`
        if (await isNamed(sql, userId, record, grinderId)) return 'same name'
        const { count } = await sql`
          update grinders
          set own_record = ${sql.json(record as postgres.JSONValue)},
              description = ${sql.json(description as postgres.JSONValue)}
          where id = ${grinderId}
            and owner_id = ${userId}`
        if (count === 0) return 'unknown'
        if (calibration)
          await sql`
            update user_grinders
            set calibration = ${sql.json(calibration)}
            where user_id = ${userId}
              and grinder_id = ${grinderId}
              and calibration is not null`
        return 'done'
      }),

    discard: async (userId, grinderId) => {
      await sql`
        update grinders
        set owner_id = null
        where id = ${grinderId}
          and owner_id = ${userId}
          and not ${isInGear(sql, userId)}
          and not (${isUsed(sql, userId)})`
    },

    of: async (userId, grinderId) => {
      const grinder = grinders.byId(grinderId) ?? (await seen(userId)).byId(grinderId)
      if (!grinder) throw unknownItem('grinder')
      const own = await calibration(userId, grinder.id)
      return own
        ? { id: grinder.id, ownerId: userId, ...withCalibration(grinder, own.calibration) }
        : { ...grinder, ownerId: userId }
    },

    calibratedBy: async userId => {
      const rows = await sql<({ grinderId: number } & TastedCalibration)[]>`
        select grinder_id, calibration, tasted
        from user_grinders
        where user_id = ${userId}
          and calibration is not null`
      const theirs = rows.every(({ grinderId }) => grinders.byId(grinderId)) ? grinders : await seen(userId)
      return new Map(
        rows.flatMap(({ grinderId: id, calibration, tasted }) => {
          const grinder = theirs.byId(id)
          return grinder ? [[id, { id, ownerId: userId, ...withCalibration(grinder, calibration), tasted }]] : []
        }),
      )
    },

    calibration,

    forget: (userId, grinderId) =>
      affectsAny(sql`
        update user_grinders
        set calibration = null,
            tasted = null
        where user_id = ${userId}
          and grinder_id = ${grinderId}
          and calibration is not null`),

    calibrate: async (userId, grinderId, calibration, tasted, now) => {
      await sql`
        insert into user_grinders (user_id, grinder_id, calibration, tasted, created_at)
        values (${userId}, ${grinderId}, ${sql.json(calibration)}, ${sql.json([...tasted])}, ${now})
        on conflict (user_id, grinder_id) do update
        set calibration = excluded.calibration,
            tasted = excluded.tasted`
    },
  }
}

const isInGear = (sql: Sql | Transaction, userId: number) => sql`exists (
  select
  from user_grinders
  where user_id = ${userId}
    and grinder_id = grinders.id
)`

const isUsed = (sql: Sql | Transaction, userId: number) => sql`
  exists (select from brew_logs where user_id = ${userId} and grinder_id = grinders.id)
  or exists (select from personal_recipes where user_id = ${userId} and grinder_id = grinders.id)
  or exists (select from recipes where created_by = ${userId} and grinder_id = grinders.id)`

/** Two in one person's gear with the same name could not be told apart. */
const isNamed = async (sql: Transaction, userId: number, { brand, model }: Grinder, besides = 0) => {
  const named = await sql`
    select id
    from grinders
    where owner_id = ${userId}
      and id <> ${besides}
      and lower(own_record ->> 'brand') = lower(${brand})
      and lower(own_record ->> 'model') = lower(${model})
      and ${isInGear(sql, userId)}`
  return named.length > 0
}
