import { placeIn } from '../../adapters/config/place.ts'
import { choicesIn, fileToImport } from '../../adapters/imports/import-file.ts'
import { refuseNoDatabase } from '../../adapters/trouble/reach.ts'
import type { Person } from '../../core/accounts/model.ts'
import { seenBy } from '../../core/equipment/seen-grinders.ts'
import { importFile } from '../../core/portability/import-file.ts'
import { reportInWords } from '../../core/portability/import-report-words.ts'
import type { Portability } from '../../core/portability/portability.ts'
import type { Ports } from '../../core/ports.ts'
import { personCalled } from '../../core/profiles/for-admins.ts'
import { readDescription, withFile } from '../files.ts'
import { dim, print, printJson } from '../print.ts'
import { progress } from '../progress.ts'
import { terminal } from '../terminal.ts'
import { actThen, readPorts } from '../world.ts'

interface ImportForOptions {
  user: string
  dryRun?: boolean
  column?: string[]
  grinder?: string[]
  ownGrinder?: string[]
  coffee?: string[]
  method?: string
  json?: boolean
}

/**
 * Imports what a person could import on their own page: for those who cannot, or whose file takes
 * long.
 */
export async function importFor(file: string, { user, dryRun = false, json, ...chosen }: ImportForOptions) {
  const choices = {
    ...(chosen.column && { columns: choicesIn(chosen.column) }),
    ...(chosen.grinder && { grinders: choicesIn(chosen.grinder) }),
    ...(chosen.ownGrinder && { ownGrinders: await descriptionsIn(choicesIn(chosen.ownGrinder)) }),
    ...(chosen.coffee && { coffees: choicesIn(chosen.coffee) }),
    ...(chosen.method && { method: chosen.method }),
  }
  const brought = await withFile(file, opened => fileToImport(opened, dryRun, choices))
  const bring = async (ports: Ports, person: Person) => {
    const seen = await seenBy(ports, { ...person, describesGrinders: true })
    return importFile(brought, { ...seen, portability: shownIn(ports.portability) }, person)
  }
  refuseNoDatabase(placeIn(terminal().env))
  const report = dryRun
    ? await readPorts(async ports => bring(ports, await personCalled(user, ports)))
    : await actThen(
        'import',
        async ports => {
          const done = await personCalled(user, ports)
          return { done, on: { kind: 'user', id: done.id } }
        },
        ({ ports }, person) => bring(ports, person),
      )
  if (json) return printJson(report)
  print(reportInWords(report))
  for (const { name, couldBe } of report.grinders)
    if (couldBe[0]) print(`Say which grinder it is, for example: --grinder "${name}=${couldBe[0].slug}"`)
  const unknown = report.grinders.find(
    ({ name, grinder, couldBe }) => name !== '' && grinder === null && couldBe.length === 0,
  )
  // Rows of a table that are here already stay as they are.
  if (unknown && (dryRun || report.columns.length === 0))
    print(dim(`\nNot in our list? Describe it: --own-grinder "${unknown.name}=FILE.json"`))
}

/** By name, as the files have them. */
async function descriptionsIn(files: Record<string, string>) {
  const read = Object.entries(files).map(async ([name, file]) => [name, await readDescription(file)] as const)
  return Object.fromEntries(await Promise.all(read))
}

/** This many take about half a second. */
const BREWS_A_STEP = 500

/** The same, with progress on standard error. */
function shownIn(portability: Portability): Portability {
  return {
    ...portability,
    import: async (userId, bags, brews) => {
      const bar = progress('Brews', brews.length)
      try {
        const added = await portability.import(userId, bags, brews.slice(0, BREWS_A_STEP))
        bar.advance(Math.min(BREWS_A_STEP, brews.length))
        for (let at = BREWS_A_STEP; at < brews.length; at += BREWS_A_STEP) {
          const step = brews.slice(at, at + BREWS_A_STEP)
          const more = await portability.import(userId, [], step)
          for (const key of more.brews) added.brews.add(key)
          for (const key of more.completed) added.completed.add(key)
          bar.advance(step.length)
        }
        return added
      } finally {
        bar.done()
      }
    },
  }
}
