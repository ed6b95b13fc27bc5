import type { Techniques } from '../adaptation/technique.ts'
import { matchNameOf } from '../coffees/roaster-name.ts'
import type { Machines } from '../equipment/equipment.ts'
import type { Library } from '../library/library.ts'
import { eachWithPauses } from '../pauses.ts'
import { isOddRatio } from '../recipes/arithmetic.ts'
import { BagRow, FileBrewRow, LibraryRow } from './account-file.ts'
import type { PlannedBag } from './bag.ts'
import { bagKeyOf, bagOfCoffee } from './coffee-bag.ts'
import { type Remark, styleInFile, techniqueInFile, withPlausibleDrink } from './figures.ts'
import { type ImportPorts, importPlanned } from './import-planned.ts'
import type { PlannedBrew } from './plan.ts'
import { type AccountTransfer, bring, type Lists, leaveOut, rowsRead } from './transfer.ts'
import { type DrinkersHere, drunkHere } from './transfer-drinkers.ts'
import type { Names } from './transfer-names.ts'
import { atTimesOf, type Transfers } from './transfers.ts'

export interface TransferCoffeePorts extends ImportPorts {
  library: Library
  machines: Machines
  techniques: Techniques
  transfers: Transfers
}

/**
 * Keeps coffees that this catalog has. Any other becomes a bag of its owner's, until they share it.
 */
export async function bringLibrary(
  transfer: AccountTransfer,
  lists: Lists,
  names: Names,
  { library }: TransferCoffeePorts,
) {
  const rows = await rowsRead(transfer, 'coffee', LibraryRow, lists.coffeeLibrary)
  const known = rows.filter(({ coffeeProfileId }) => names.coffees.get(coffeeProfileId)?.here !== undefined)
  await bring(
    transfer,
    'coffee',
    known,
    ({ coffeeProfileId }) => names.coffees.get(coffeeProfileId)?.name ?? 'a coffee',
    ({ coffeeProfileId, createdAt, ...said }) => {
      const here = names.coffees.get(coffeeProfileId)?.here ?? 0
      if (transfer.here.library.includes(here)) return 'here'
      return () => library.put(transfer.person.id, { coffeeProfileId: here, ...said }, new Date(createdAt))
    },
  )
  return new Map(rows.map(row => [row.coffeeProfileId, row]))
}

/**
 * Imports bags, including bags for coffees that are not here, and the brews from them. Returns how
 * the file's brews can be found here.
 */
export async function bringBrews(
  transfer: AccountTransfer,
  lists: Lists,
  names: Names,
  kept: ReadonlyMap<number, LibraryRow>,
  drinkers: DrinkersHere,
  ports: TransferCoffeePorts,
) {
  const bagRows = await rowsRead(transfer, 'bean', BagRow, lists.bags)
  const own = bagRows.map(
    ({ id: _, coffeeProfileId, ...bag }): PlannedBag => ({
      ...bag,
      roasterMatchName: bag.roasterName === null ? null : matchNameOf(bag.roasterName),
      coffeeProfileId: coffeeHere(names, coffeeProfileId),
    }),
  )
  const meant = coffeesMeant(lists)
  const strangers = [...names.coffees.values()].filter(({ id, here }) => here === undefined && meant.has(id))
  const bags = once([...own, ...strangers.map(coffee => bagOfCoffee(coffee, kept.get(coffee.id), transfer.now))])
  const keyOfBag = new Map(bagRows.map(({ id, importKey }) => [id, importKey]))
  const read = await rowsRead(transfer, 'brew', FileBrewRow, lists.brewLogs)
  // Older exports have no separate time of brewing.
  const rows = read.map(row => ({ ...row, brewedAt: row.brewedAt ?? row.createdAt }))
  const keys = keysOfBrews(rows)
  const native = new Set(
    (await ports.transfers.brewsAt(transfer.person.id, atTimesOf(rows)))
      .filter(({ importKey }) => importKey === null)
      .map(({ brewedAt }) => brewedAt),
  )
  const brews: PlannedBrew[] = []
  const planned = new Set<string>()
  let loggedHere = 0
  await eachWithPauses(rows, ({ id, bagId, coffeeProfileId, recipeId, recipeVersion, ...brew }, at) => {
    if (native.has(brew.brewedAt)) return loggedHere++
    const importKey = keys[at] ?? ''
    const { createdAt } = brew
    const remark: Remark = (text, sort) =>
      transfer.findings.remarks.push({ kind: 'brew', uuid: createdAt, name: createdAt, remark: text, ...sort })
    const leaveOutBrew = (reason: string) => leaveOut(transfer, 'brew', createdAt, reason)
    if (planned.has(importKey)) leaveOutBrew('This is in the file twice.')
    else if (isOddRatio(brew.doseGrams, brew.waterGrams)) leaveOutBrew('The ratio of water to coffee isn’t plausible.')
    else {
      const coffee = coffeeProfileId === null ? undefined : names.coffees.get(coffeeProfileId)
      const bagKey = bagId === null ? undefined : keyOfBag.get(bagId)
      planned.add(importKey)
      const equipment = equipmentHere(brew, names, remark)
      const machine = equipment.machineId === null ? undefined : ports.machines.byId(equipment.machineId)
      const coming: PlannedBrew = {
        ...brew,
        ...equipment,
        ...drunkHere(brew, drinkers),
        style: styleInFile(brew.style, brew.method, machine, remark),
        technique: recipeId === null ? techniqueInFile(brew.technique, brew.method, ports.techniques, remark) : null,
        importKey,
        coffeeProfileId: coffee?.here ?? null,
        bagKey: bagKey ?? (coffee && coffee.here === undefined ? bagKeyOf(coffee) : null),
        ...recipeOfBrew({ recipeId, recipeVersion }, names, remark),
      }
      brews.push(withPlausibleDrink(coming, remark))
    }
  })
  const { isDryRun, findings, person } = transfer
  const counted = await importPlanned({ bags, brews, isDryRun }, findings, ports, person)
  return {
    ...counted,
    brews: { ...counted.brews, alreadyHere: loggedHere + counted.brews.alreadyHere },
    /** By the ids in the file. */
    named: new Map(rows.map(({ id, brewedAt }, at) => [id, { brewedAt, importKey: keys[at] }])),
  }
}

/**
 * The coffees that the person kept, brewed or wrote a recipe for, but not those of recipes they
 * only liked.
 */
function coffeesMeant({ coffeeLibrary, brewLogs, personalRecipes, communityRecipes }: Lists) {
  const rows = [coffeeLibrary, brewLogs, personalRecipes, communityRecipes].flatMap(list => list ?? [])
  return new Set(rows.map(row => (row as { coffeeProfileId?: unknown } | null)?.coffeeProfileId))
}

const coffeeHere = ({ coffees }: Names, id: number | null) => (id === null ? null : (coffees.get(id)?.here ?? null))

/** A brew is kept without a recipe, or a version of it, that this server does not have. */
function recipeOfBrew(
  { recipeId, recipeVersion }: Pick<FileBrewRow, 'recipeVersion'> & { recipeId?: number | null | undefined },
  { recipes, versions }: Names,
  remark: Remark,
) {
  if (recipeId == null) return { recipeId: null, recipeVersion: null }
  const here = recipes.get(recipeId) ?? null
  if (here === null) remark('This server does not have its recipe.')
  const isKnown = recipeVersion !== null && recipeVersion <= (versions.get(recipeId) ?? 0)
  if (here !== null && recipeVersion !== null && !isKnown)
    remark('It no longer says which version of its recipe it was brewed from, because the versions here are different.')
  return { recipeId: here, recipeVersion: isKnown ? recipeVersion : null }
}

/** A brew is kept without equipment that this server does not have. */
function equipmentHere(
  { grinderId, machineId }: Pick<FileBrewRow, 'grinderId' | 'machineId'>,
  names: Names,
  remark: Remark,
) {
  const here = (kind: 'grinders' | 'machines', noun: string, id: number | null) => {
    const known = id === null ? undefined : names[kind].get(id)?.here
    if (id !== null && known === undefined) remark(`This server does not have its ${noun}.`)
    return known ?? null
  }
  return { grinderId: here('grinders', 'grinder', grinderId), machineId: here('machines', 'brewer', machineId) }
}

/** A brew is identified by its instant, and by its position among several at the same instant. */
function keysOfBrews(rows: readonly FileBrewRow[]) {
  const seen = new Map<string, number>()
  return rows.map(({ importKey, createdAt }) => {
    if (importKey !== null) return importKey
    const before = seen.get(createdAt) ?? 0
    seen.set(createdAt, before + 1)
    return before === 0 ? `dialin ${createdAt}` : `dialin ${createdAt} ${before + 1}`
  })
}

/** Keeps the first of several with the same key, because one statement cannot write a row twice. */
const once = <T extends { importKey: string }>(rows: readonly T[]) => [
  ...new Map(rows.toReversed().map(row => [row.importKey, row])).values(),
]
