import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { type BeanconquerorFile, lackedBy } from './beanconqueror.ts'
import { type DialPorts, dialsOf } from './dials.ts'
import { type ImportPorts, importPlanned } from './import-planned.ts'
import { type ImportReport, reportOf } from './import-report.ts'
import { notKeptIn } from './not-kept.ts'
import { absentInWords, millNames, planImport } from './plan.ts'
import type { OwnGrindersNamed } from './table-choices.ts'
import { describedInFile } from './transfer-grinders.ts'

export interface BeanconquerorPorts extends DialPorts, ImportPorts {
  clock: Clock
}

export async function importBeanconqueror(
  { ownGrinders, ...file }: BeanconquerorFile & { ownGrinders?: OwnGrindersNamed },
  ports: BeanconquerorPorts,
  person: Person,
): Promise<ImportReport> {
  const { isDryRun } = file
  const described = await describedInFile(ownGrinders, millNames(file), isDryRun, ports, person)
  const plan = await planImport(file, { ...(await dialsOf(person, ports)), described, now: ports.clock() })
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
