import type * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { Fault } from '../errors.ts'
import { withChanges } from '../optional.ts'
import { levelsOf, setPalate, vectorOf } from '../taste/palate.ts'
import type { Palates } from '../taste/palates.ts'
import {
  type AddDrinker,
  type ChangeDrinker,
  type Drinker,
  type DrinkerId,
  FIRST_DRINKER,
  MOST_DRINKERS,
  type StoredDrinker,
} from './model.ts'

/** Names of drinkers are told apart by more than upper and lower case. */
export const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Every method reads only the drinkers of one account. */
export interface Drinkers {
  /** Those that it has named, in the order in which they were added. */
  list: (userId: number) => Promise<StoredDrinker[]>
  /** Undefined when it has named as many as it may. */
  add: (
    userId: number,
    drinker: Omit<StoredDrinker, 'id'>,
    now: Date,
  ) => Promise<StoredDrinker | 'name-taken' | undefined>
  /** Replaces a drinker with the result of `decide`; undefined when there is no such drinker. */
  change: (
    userId: number,
    id: number,
    decide: (drinker: StoredDrinker) => StoredDrinker,
  ) => Promise<StoredDrinker | 'name-taken' | undefined>
  /** False if there is no such drinker. Their brews stay. */
  remove: (userId: number, id: number) => Promise<boolean>
}

export interface DrinkerPorts {
  drinkers: Drinkers
}

/** Empty for a person who brews for themselves only. */
export async function listDrinkers(_: unknown, ports: DrinkerPorts & { palates: Pick<Palates, 'of'> }, person: Person) {
  const named = await ports.drinkers.list(person.id)
  if (named.length === 0) return { drinkers: [] }
  const first = { id: FIRST_DRINKER, name: person.displayName, colour: null }
  const palate = (await ports.palates.of(person.id, FIRST_DRINKER)) ?? null
  return { drinkers: [{ ...first, palate }, ...named].map(presentDrinker) }
}

export async function addDrinker(
  { name, colour, ...tastes }: v.InferOutput<typeof AddDrinker>,
  { drinkers, clock }: DrinkerPorts & { clock: Clock },
  person: Person,
) {
  if (isSameName(name, person.displayName)) throw alreadyNamed(name)
  const added = await drinkers.add(person.id, { name, colour, palate: setPalate(null, tastes) }, clock())
  if (added === 'name-taken') throw alreadyNamed(name)
  if (!added) throw mostNamed()
  return { drinker: presentDrinker(added) }
}

export async function changeDrinker(
  { id, name, colour, ...tastes }: v.InferOutput<typeof ChangeDrinker>,
  { drinkers }: DrinkerPorts,
  person: Person,
) {
  if (name !== undefined && isSameName(name, person.displayName)) throw alreadyNamed(name)
  const changed = await drinkers.change(person.id, id, before => ({
    ...withChanges(before, { name, colour }),
    palate: setPalate(before.palate, tastes),
  }))
  if (changed === 'name-taken') throw alreadyNamed(name ?? '')
  if (!changed) throw unknownDrinker(id)
  return { drinker: presentDrinker(changed) }
}

export async function removeDrinker(
  { id }: v.InferOutput<typeof DrinkerId>,
  { drinkers }: DrinkerPorts,
  person: Person,
) {
  if (!(await drinkers.remove(person.id, id))) throw unknownDrinker(id)
  return { success: true as const }
}

/** A brew can be for those whom its owner has named, and for the owner. */
export async function refuseStrangers(ids: readonly number[], { drinkers }: DrinkerPorts, person: Person) {
  const asked = ids.filter(id => id !== FIRST_DRINKER)
  const named = asked.length === 0 ? [] : await drinkers.list(person.id)
  for (const id of asked) if (!named.some(drinker => drinker.id === id)) throw unknownDrinker(id)
}

type MaybePerson = Person | undefined

/** A use case that also runs for a drinker of the person: by their palate and their brews. */
export const asDrinker =
  <Input extends object, Ports, Who extends MaybePerson, Reply>(
    run: (input: Input, ports: Ports, who: Who) => Promise<Reply>,
  ) =>
  async (
    { drinkerId, ...input }: Input & { drinkerId?: number | undefined },
    ports: Ports & DrinkerPorts,
    who: Who,
  ) => {
    if (drinkerId === undefined) return run(input as Input, ports, who)
    if (!who) throw new Fault('not-signed-in', 'Sign in first: drinkerId names one of your drinkers.')
    await refuseStrangers([drinkerId], ports, who)
    return run(input as Input, ports, { ...who, drinkerId })
  }

export const mostNamed = () => new Fault('invalid', `You can add up to ${MOST_DRINKERS} people. Remove someone first.`)

const alreadyNamed = (name: string) =>
  new Fault('name-taken', `You already brew for ${name}. Choose another name.`, {
    path: ['name'],
    complaint: 'is taken.',
  })

const unknownDrinker = (id: number) => new Fault('not-found', `You don’t have a drinker ${id}.`)

const presentDrinker = ({ id, name, colour, palate }: StoredDrinker): Drinker => ({
  id,
  name,
  colour,
  isYou: id === FIRST_DRINKER,
  ...levelsOf(palate),
  ...vectorOf(palate).profile,
  isDefault: palate === null,
})
