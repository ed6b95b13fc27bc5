import * as v from 'valibot'
import { hasOwnName } from '../accounts/model.ts'
import type { Equipment } from '../equipment/equipment.ts'
import type { OwnGrinders } from '../equipment/own-grinders.ts'
import type { OwnedEquipment, OwnedItems } from '../equipment/owned-equipment.ts'
import * as field from '../fields.ts'
import { calibrate } from '../grind/calibrate.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { Roasters } from '../roasters/roasters.ts'
import type { Dials } from '../stand/dials.ts'
import type { Palates } from '../taste/palates.ts'
import type { HomeWater } from '../water/home-water.ts'
import { AccountRow, FilterRow, FollowRow, GrinderRow, MachineRow, PalateRow } from './account-file.ts'
import { type AccountTransfer, bring, type Lists, leaveOut, notHere, rowsRead } from './transfer.ts'
import { itemHere, type Names } from './transfer-names.ts'

export interface TransferPersonPorts extends Equipment {
  profiles: Profiles
  palates: Palates
  ownedEquipment: OwnedEquipment
  ownGrinders: OwnGrinders
  roasters: Roasters
  dials: Pick<Dials, 'said' | 'say'>
}

/** The mail settings of people who have not changed them. */
const UNTOLD = {
  notifyRecipeComments: true,
  notifyRecipeFavorites: false,
  notifyRecipeBrews: true,
  notifyRecipeVariations: true,
  notifyShelf: false,
}

/**
 * Imports only settings that are not set here yet. A hidden profile stays hidden, and brews are not
 * made public by an import: importing the same file again must not show what was hidden since.
 */
export async function bringProfile(
  transfer: AccountTransfer,
  account: unknown,
  { profiles, palates }: TransferPersonPorts,
  lists: Lists,
) {
  const { person } = transfer
  await bring(
    transfer,
    'profile',
    await rowsRead(transfer, 'profile', AccountRow, account === undefined ? [] : [account]),
    () => 'name and choices',
    async ({ name, isProfilePublic, altitudeMeters, waterHardnessPpm, waterAlkalinityPpm, ...mails }) => {
      const [before, privacy] = await Promise.all([profiles.preferencesOf(person.id), profiles.privacyOf(person.id)])
      const isNamed = name === null || hasOwnName(person)
      const isTold = same(mails, UNTOLD) || !same(before, UNTOLD)
      const isAsPrivate = isProfilePublic || !privacy.isProfilePublic
      const lacking = lackingIn(person.water, { altitudeMeters, waterHardnessPpm, waterAlkalinityPpm })
      if (isNamed && isTold && isAsPrivate && !lacking) return 'here'
      return async () => {
        if (!isNamed) await profiles.rename(person.id, name)
        if (!isTold) await profiles.setPreferences(person.id, mails)
        if (lacking) await profiles.setWater(person.id, lacking)
        if (!isAsPrivate) await profiles.setPrivacy(person.id, { isProfilePublic })
      }
    },
  )
  await bring(
    transfer,
    'profile',
    await rowsRead(transfer, 'profile', PalateRow, lists.palate?.slice(0, 1)),
    () => 'palate',
    async palate => {
      if (await palates.of(person.id)) return 'here'
      return () => palates.change(person.id, before => before ?? palate)
    },
  )
}

/** The fields that are unknown here and known in the file; undefined when there are none. */
function lackingIn(here: HomeWater, file: HomeWater): Partial<HomeWater> | undefined {
  const names = Object.keys(here) as (keyof HomeWater)[]
  const lacking = names.filter(name => here[name] === null && file[name] !== null)
  return lacking.length === 0 ? undefined : Object.fromEntries(lacking.map(name => [name, file[name]]))
}

const same = (one: typeof UNTOLD, other: typeof UNTOLD) =>
  one.notifyRecipeComments === other.notifyRecipeComments &&
  one.notifyRecipeFavorites === other.notifyRecipeFavorites &&
  one.notifyRecipeBrews === other.notifyRecipeBrews &&
  one.notifyRecipeVariations === other.notifyRecipeVariations

export async function bringGear(transfer: AccountTransfer, lists: Lists, names: Names, ports: TransferPersonPorts) {
  const { person } = transfer
  const { ownedEquipment, ownGrinders, dials } = ports
  const [calibrated, said] = [await ownGrinders.calibratedBy(person.id), await dials.said(person.id)]
  // A described grinder that was refused has been reported.
  const refused = (lists.describedGrinders ?? []).flatMap(row =>
    v.is(v.object({ id: field.id }), row) && !names.grinders.has(row.id) ? [row.id] : [],
  )
  const grinderRows = (await rowsRead(transfer, 'grinder', GrinderRow, lists.grinders)).filter(
    ({ grinderId }) => !refused.includes(grinderId),
  )
  await bringItems(
    transfer,
    'grinder',
    grinderRows.map(row => ({ ...row, fileId: row.grinderId })),
    names,
    ownedEquipment.grinders,
    // What was tasted and said here stays.
    (row, id) => [
      ...(calibrated.has(id) ? [] : calibrating(row, id, transfer, ports)),
      ...(said.some(({ grinderId }) => grinderId === id) ? [] : saying(row, id, transfer, ports)),
    ],
  )
  const machineRows = await rowsRead(transfer, 'machine', MachineRow, lists.machines)
  const machines = machineRows.map(row => ({ ...row, fileId: row.machineId }))
  await bringItems(transfer, 'machine', machines, names, ownedEquipment.machines)
  const filterRows = await rowsRead(transfer, 'filter', FilterRow, lists.filters)
  const filters = filterRows.map(row => ({ ...row, fileId: row.filterId }))
  await bringItems(transfer, 'filter', filters, names, ownedEquipment.filters)
}

function calibrating(
  { tasted, createdAt }: GrinderRow,
  id: number,
  { person }: AccountTransfer,
  { grinders, ownGrinders }: TransferPersonPorts,
) {
  const grinder = grinders.byId(id)
  if (!grinder || tasted === null) return []
  // Recalculated from the tastings in the file, so that nobody can import an invented curve.
  const calibration = calibrate(grinder, tasted)
  const dated = tasted.map(({ tastedAt, ...reference }) => ({
    ...reference,
    ...(tastedAt !== undefined && { tastedAt: new Date(tastedAt).toISOString() }),
  }))
  return [() => ownGrinders.calibrate(person.id, id, calibration, dated, new Date(createdAt))]
}

/** A time in the future counts as now, so that the next brew counts for more. */
function saying(
  { saidSetting, saidAt, burrsChangedOn }: GrinderRow,
  id: number,
  { person, now }: AccountTransfer,
  { dials }: TransferPersonPorts,
) {
  const isSaid = saidSetting !== null && saidAt !== null
  if (!isSaid && burrsChangedOn === null) return []
  const at = isSaid ? new Date(Math.min(now.getTime(), Date.parse(saidAt))) : now
  return [() => dials.say(person.id, id, { setting: isSaid ? saidSetting : null, burrsChangedOn }, at)]
}

interface ComingItem {
  fileId: number
  isDefault: boolean
  nickname: string | null
  createdAt: string
}

const listOfKind = { grinder: 'grinders', machine: 'machines', filter: 'filters' } as const

/** A default set here stays the default. */
async function bringItems<T extends ComingItem>(
  transfer: AccountTransfer,
  kind: keyof typeof listOfKind,
  rows: readonly T[],
  names: Names,
  items: OwnedItems,
  more: (row: T, id: number) => (() => Promise<void>)[] = () => [],
) {
  const owned = await items.list(transfer.person.id)
  const hasDefault = owned.some(({ isDefault }) => isDefault)
  const nameOf = ({ fileId }: T) => names[listOfKind[kind]].get(fileId)?.slug ?? `${kind} without a name`
  await bring(transfer, kind, rows, nameOf, row => {
    const id = itemHere(names, listOfKind[kind], row.fileId)
    const isOwned = owned.some(({ itemId }) => itemId === id)
    const lacked = more(row, id)
    if (isOwned && lacked.length === 0) return 'here'
    return async () => {
      const said = { isDefault: row.isDefault && !hasDefault, nickname: row.nickname }
      if (!isOwned) await items.put(transfer.person.id, id, said, new Date(row.createdAt))
      for (const act of lacked) await act()
    }
  })
}

export async function bringFollows(
  transfer: AccountTransfer,
  lists: Lists,
  { roasters: named }: Names,
  { roasters }: TransferPersonPorts,
) {
  const rows = await rowsRead(transfer, 'roaster', FollowRow, lists.followedRoasters)
  const slugOf = ({ roasterId }: { roasterId: number }) => named.get(roasterId)?.slug
  await bring(
    transfer,
    'roaster',
    rows,
    row => slugOf(row) ?? 'a roaster without a name',
    async row => {
      const slug = slugOf(row)
      if (slug === undefined || !(await roasters.bySlug(slug))) throw notHere('This server does not have the roaster.')
      if (transfer.here.follows.includes(slug)) return 'here'
      return () => roasters.follow(slug, transfer.person.id, new Date(row.createdAt))
    },
  )
}

/** What another server cannot import, reported once per kind. */
export function leaveBehind(transfer: AccountTransfer, lists: Lists) {
  for (const [list, kind, reason] of staysThere)
    for (const _ of lists[list] ?? []) leaveOut(transfer, kind, 'one of the file', reason)
}

const staysThere = [
  ['comments', 'comment', 'It is part of a conversation on the other server.'],
  ['roasterMemberships', 'membership', 'Claim the roaster on this server, or ask for an invitation.'],
] as const
