import type { StoredBrew } from '../brews/model.ts'
import { type DrinkerPorts, isSameName, mostNamed } from '../drinkers/drinkers.ts'
import { FIRST_DRINKER } from '../drinkers/model.ts'
import type { Optional } from '../optional.ts'
import { DrinkerRow } from './account-file.ts'
import { type AccountTransfer, bring, type Lists, rowsRead } from './transfer.ts'

/** The drinkers of a file by their ids in it, as ids here. */
export type DrinkersHere = ReadonlyMap<number, number>

/** Somebody of the same name is the same person: they keep the palate and the colour that they have here. */
export async function bringDrinkers(
  transfer: AccountTransfer,
  lists: Lists,
  { drinkers }: DrinkerPorts,
): Promise<DrinkersHere> {
  const { person } = transfer
  const rows = await rowsRead(transfer, 'drinker', DrinkerRow, lists.drinkers)
  const here = new Map([[FIRST_DRINKER, FIRST_DRINKER]])
  const idOf = async (name: string) => (await drinkers.list(person.id)).find(one => isSameName(one.name, name))?.id
  await bring(
    transfer,
    'drinker',
    rows,
    ({ name }) => name,
    async ({ id, name, colour, palate, createdAt }) => {
      const known = await idOf(name)
      if (known !== undefined) here.set(id, known)
      return known !== undefined
        ? 'here'
        : async () => {
            const added = await drinkers.add(person.id, { name, colour, palate }, new Date(createdAt))
            if (!added) throw mostNamed()
            // Another import of the same file was quicker.
            const given = added === 'name-taken' ? await idOf(name) : added.id
            if (given !== undefined) here.set(id, given)
            return added === 'name-taken' ? 'here' : added
          }
    },
  )
  return here
}

/** Who drank a brew of the file. Whoever is not here has no name here either. */
export function drunkHere(
  { drinkerIds, cups }: Optional<Pick<StoredBrew, 'drinkerIds' | 'cups'>>,
  here: DrinkersHere,
): Pick<StoredBrew, 'drinkerIds' | 'cups'> {
  const known = drinkerIds?.flatMap(id => here.get(id) ?? []).sort((one, other) => one - other) ?? null
  const said = cups?.flatMap(cup => {
    const drinkerId = here.get(cup.drinkerId)
    return drinkerId !== undefined && known?.includes(drinkerId) ? [{ ...cup, drinkerId }] : []
  })
  return { drinkerIds: known, cups: known === null ? null : (said ?? null) }
}
