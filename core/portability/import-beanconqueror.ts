import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { type BeanconquerorFile, lackedBy } from './beanconqueror.ts'
import { type DialPorts, dialsOf } from './dials.ts'
import { type ImportPorts, importPlanned } from './import-planned.ts'
import { type ImportReport, reportOf } from './import-report.ts'
import { notKeptIn } from './not-kept.ts'
import { absentInWords, planImport } from './plan.ts'

export interface BeanconquerorPorts extends DialPorts, ImportPorts {
  clock: Clock
}

export async function importBeanconqueror(
  file: BeanconquerorFile,
  ports: BeanconquerorPorts,
  person: Person,
): Promise<ImportReport> {
  const { isDryRun } = file
  const plan = await planImport(file, { ...(await dialsOf(person, ports)), now: ports.clock() })
  const counted = await importPlanned({ ...plan, isDryRun }, plan, ports, person)
  return reportOf(plan, {
    isDryRun,
    ...counted,
    others: [],
    missing: [...lackedBy(file), ...absentInWords(plan)],
    notKept: await notKeptIn(file),
    grinders: plan.grinders,
  })
}
