import type { Place } from '../config/place.ts'
import { forgetEquipment } from '../equipment/equipment-cache.ts'
import type { StageProgress } from '../postgres/engine/load.ts'
import { refuseOtherRelease } from '../postgres/engine/migrate.ts'
import { writeDown, writeDownIfCan } from '../postgres/operations/audit.ts'
import type { CopyReport } from '../postgres/operations/copy.ts'
import { copyDatabase } from '../postgres/operations/copy.ts'
import { reachDatabase, refuseNoDatabase } from '../trouble/reach.ts'

/** Moves everything from one database to another, empty one: the way from one machine to a server, and back. */
export async function copyBetween(
  from: Place,
  to: Place,
  { who, now, progress }: { who: string; now: Date; progress: StageProgress },
): Promise<CopyReport & { from: string; to: string; isWrittenDown: boolean }> {
  refuseNoDatabase(from)
  const source = await reachDatabase(from)
  try {
    // Before anything is made where it shall go.
    await refuseOtherRelease(source.sql)
    const target = await reachDatabase(to)
    try {
      const act = { who, act: 'db copy', on: { kind: 'database' } } as const
      let isWrittenDown = false
      const report = await copyDatabase(source.sql, target.sql, progress, {
        // Who takes all of it is written down where it is taken from: the line comes along.
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
