import type { Person } from '../accounts/model.ts'
import { type CountsBrews, LOG_FULL, MOST_BREWS } from '../brews/full-log.ts'
import type { PlannedBag } from './bag.ts'
import type { Findings } from './import-report.ts'
import type { PlannedBrew } from './plan.ts'
import type { Portability } from './portability.ts'

export interface ImportPorts extends CountsBrews {
  portability: Portability
}

interface Planned {
  bags: readonly PlannedBag[]
  brews: readonly PlannedBrew[]
  isDryRun: boolean
}

/**
 * Imports what was planned, but no more new brews than the log has room for. The report lists those
 * left out.
 */
export async function importPlanned(planned: Planned, findings: Findings, ports: ImportPorts, { id }: Person) {
  const { bags, isDryRun } = planned
  const { portability } = ports
  const brews = await thoseWithRoom(planned, findings, ports, id)
  const added = await (isDryRun ? portability.wouldImport : portability.import)(id, bags, brews)
  return {
    beans: { taken: added.bags.size, alreadyHere: bags.length - added.bags.size },
    brews: { taken: added.brews.size, alreadyHere: brews.length - added.brews.size },
    completed: added.completed.size,
  }
}

/** A brew that is already in the log needs no room. */
async function thoseWithRoom(
  { bags, brews }: Planned,
  { notTaken }: Findings,
  { portability, brews: log }: ImportPorts,
  userId: number,
) {
  let room = MOST_BREWS - (await log.count(userId))
  if (brews.length <= room) return brews
  const { brews: fresh } = await portability.wouldImport(userId, bags, brews)
  return brews.filter(({ importKey, brewedAt, createdAt }) => {
    if (!fresh.has(importKey) || room-- > 0) return true
    notTaken.push({ kind: 'brew', uuid: null, name: brewedAt ?? createdAt, reason: LOG_FULL })
    return false
  })
}
