import type { Person } from '../accounts/model.ts'
import type { DrinkerPorts } from '../drinkers/drinkers.ts'
import { type ImportReport, reportOf } from './import-report.ts'
import { type AccountTransfer, type Lists, refuseLongLists } from './transfer.ts'
import { bringBrews, bringLibrary, type TransferCoffeePorts } from './transfer-coffees.ts'
import { bringDrinkers } from './transfer-drinkers.ts'
import { bringDescribed, type TransferGrinderPorts } from './transfer-grinders.ts'
import { readFileNames } from './transfer-names.ts'
import { bringFollows, bringGear, bringProfile, leaveBehind, type TransferPersonPorts } from './transfer-person.ts'
import {
  bringCollections,
  bringLikings,
  bringRecipes,
  bringTechniqueTalk,
  publishRecipes,
  type TransferRecipePorts,
} from './transfer-recipes.ts'

/** An export of this service, from here or another server. */
interface AccountFile {
  account?: unknown
  data: Lists
  names: Lists
  isDryRun: boolean
}

export interface TransferPorts
  extends TransferPersonPorts,
    TransferCoffeePorts,
    TransferRecipePorts,
    TransferGrinderPorts,
    DrinkerPorts {}

/**
 * Imports everything of an account that can exist here. What is already here stays as it is and is
 * not added again. Ids in the file have no meaning here, so they cannot refer to other people's
 * things.
 */
export async function importAccount(
  { account, data, names: named, isDryRun }: AccountFile,
  all: TransferPorts,
  person: Person,
): Promise<ImportReport> {
  refuseLongLists(data)
  const transfer: AccountTransfer = {
    person,
    isDryRun,
    now: all.clock(),
    here: await all.transfers.here(person.id),
    findings: { notTaken: [], remarks: [] },
    tallies: new Map(),
  }
  const { described, grinders } = await bringDescribed(transfer, data, named, all)
  const ports = { ...all, grinders }
  const names = await readFileNames(named, described, ports)
  await bringProfile(transfer, account, ports, data)
  await bringGear(transfer, data, names, ports)
  await bringFollows(transfer, data, names, ports)
  await publishRecipes(transfer, data, names, ports)
  const drinkers = await bringDrinkers(transfer, data, ports)
  const kept = await bringLibrary(transfer, data, names, ports)
  const { named: brews, ...counted } = await bringBrews(transfer, data, names, kept, drinkers, ports)
  await bringRecipes(transfer, data, names, brews, ports)
  await bringLikings(transfer, data, names, ports)
  await bringTechniqueTalk(transfer, data, ports)
  await bringCollections(transfer, data, names, ports)
  leaveBehind(transfer, data)
  return reportOf(transfer.findings, {
    isDryRun,
    ...counted,
    others: [...transfer.tallies].map(([kind, tally]) => ({ kind, ...tally })),
    missing: [],
    notKept: [],
    grinders: [],
  })
}
