import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { type BeanconquerorFile, lackedBy } from './beanconqueror.ts'
import { type DialPorts, dialsOf } from './dials.ts'
import { type ImportReport, reportOf } from './import-report.ts'
import { notKeptIn } from './not-kept.ts'
import { absentInWords, planImport } from './plan.ts'
import type { Portability } from './portability.ts'

export interface BeanconquerorPorts extends DialPorts {
  portability: Portability
  clock: Clock
}

export async function importBeanconqueror(
  file: BeanconquerorFile,
  ports: BeanconquerorPorts,
  person: Person,
): Promise<ImportReport> {
  const { portability, clock } = ports
  const plan = await planImport(file, { ...(await dialsOf(person, ports)), now: clock() })
  const bring = file.isDryRun ? portability.wouldImport : portability.import
  const added = await bring(person.id, plan.bags, plan.brews)
  return reportOf(plan, {
    isDryRun: file.isDryRun,
    beans: { taken: added.bags.size, alreadyHere: plan.bags.length - added.bags.size },
    brews: { taken: added.brews.size, alreadyHere: plan.brews.length - added.brews.size },
    others: [],
    completed: added.completed.size,
    missing: [...lackedBy(file), ...absentInWords(plan)],
    notKept: await notKeptIn(file),
    grinders: plan.grinders,
  })
}
