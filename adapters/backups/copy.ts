import type { Place } from '../config/place.ts'
import { forgetEquipment } from '../equipment/equipment-cache.ts'
import type { StageProgress } from '../postgres/engine/load.ts'
import { refuseOtherRelease } from '../postgres/engine/migrate.ts'
import { writeDown, writeDownIfCan } from '../postgres/operations/audit.ts'
import type { CopyReport } from '../postgres/operations/copy.ts'
import { copyDatabase } from '../postgres/operations/copy.ts'
import { reachDatabase, refuseNoDatabase } from '../trouble/reach.ts'

/**
 * Copies everything from one database to another, which must be empty: the way from a single
 * machine to a server, and back.
 */
export async function copyBetween(
  from: Place,
  to: Place,
  { who, now, progress }: { who: string; now: Date; progress: StageProgress },
): Promise<CopyReport & { from: string; to: string; isWrittenDown: boolean }> {
  refuseNoDatabase(from)
  const source = await reachDatabase(from)
  try {
    // Refused before anything is created in the target.
    await refuseOtherRelease(source.sql)
    const target = await reachDatabase(to)
    try {
      const act = { who, act: 'db copy', on: { kind: 'database' } } as const
      let isWrittenDown = false
      const report = await copyDatabase(source.sql, target.sql, progress, {
        // The source's audit log records who copied it, and that line is copied along.
        atBegin: async sql => {
          isWrittenDown = await writeDownIfCan(sql, { ...act, details: { to: target.place } }, now)
        },
        atEnd: sql => writeDown(sql, { ...act, details: { from: source.place } }, now),
      })
      forgetEquipment(to)
      return { from: source.place, to: target.place, isWrittenDown, ...report }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}
