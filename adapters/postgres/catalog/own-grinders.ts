import { type Equipment, unknownItem } from '../../../core/equipment/equipment.ts'
import type { OwnGrinders, TastedCalibration } from '../../../core/equipment/own-grinders.ts'
import { withCalibration } from '../../../core/grind/calibrate.ts'
import type { Sql } from '../engine/client.ts'
import { affectsAny, first } from '../queries/rows.ts'

export function ownGrindersIn(sql: Sql, grinders: Equipment['grinders']): OwnGrinders {
  const calibration: OwnGrinders['calibration'] = (userId, grinderId) =>
    first(sql<TastedCalibration[]>`
      select calibration, tasted
      from user_grinders
      where user_id = ${userId}
        and grinder_id = ${grinderId}
        and calibration is not null`)

  return {
    of: async (userId, grinderId) => {
      const grinder = grinders.byId(grinderId)
      if (!grinder) throw unknownItem('grinder')
      const own = await calibration(userId, grinderId)
      return own
        ? { id: grinderId, ownerId: userId, ...withCalibration(grinder, own.calibration) }
        : { ...grinder, ownerId: userId }
    },

    calibratedBy: async userId => {
      const rows = await sql<({ grinderId: number } & TastedCalibration)[]>`
        select grinder_id, calibration, tasted
        from user_grinders
        where user_id = ${userId}
          and calibration is not null`
      return new Map(
        rows.flatMap(({ grinderId: id, calibration, tasted }) => {
          const grinder = grinders.byId(id)
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
