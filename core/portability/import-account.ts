import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { type ImportReport, reportOf } from './import-report.ts'
import { type AccountMove, type Lists, refuseLongLists } from './move.ts'
import { bringBrews, bringLibrary, type MoveCoffeePorts } from './move-coffees.ts'
import { readFileNames } from './move-names.ts'
import { bringFollows, bringGear, bringProfile, leaveBehind, type MovePersonPorts } from './move-person.ts'
import { bringCollections, bringLikings, bringRecipes, type MoveRecipePorts, publishRecipes } from './move-recipes.ts'

/** An export of this service, from here or another server. */
interface AccountFile {
  account?: unknown
  data: Lists
  names: Lists
  isDryRun: boolean
}

export interface MovePorts extends MovePersonPorts, MoveCoffeePorts, MoveRecipePorts {
  clock: Clock
}

/**
 * Imports everything of an account that can exist here. What is already here stays as it is and is
 * not added again. Ids in the file have no meaning here, so they cannot refer to other people's
 * things.
 */
export async function importAccount(
  { account, data, names: named, isDryRun }: AccountFile,
  ports: MovePorts,
  person: Person,
): Promise<ImportReport> {
  refuseLongLists(data)
  const move: AccountMove = {
    person,
    isDryRun,
    now: ports.clock(),
    here: await ports.moves.here(person.id),
    findings: { notTaken: [], remarks: [] },
    tallies: new Map(),
  }
  const names = await readFileNames(named, ports)
  await bringProfile(move, account, ports, data)
  await bringGear(move, data, names, ports)
  await bringFollows(move, data, names, ports)
  await publishRecipes(move, data, names, ports)
  const kept = await bringLibrary(move, data, names, ports)
  const { named: brews, ...counted } = await bringBrews(move, data, names, kept, ports)
  await bringRecipes(move, data, names, brews, ports)
  await bringLikings(move, data, names, ports)
  await bringCollections(move, data, names, ports)
  leaveBehind(move, data)
  return reportOf(move.findings, {
    isDryRun,
    ...counted,
    others: [...move.tallies].map(([kind, tally]) => ({ kind, ...tally })),
    missing: [],
    notKept: [],
    grinders: [],
  })
}
