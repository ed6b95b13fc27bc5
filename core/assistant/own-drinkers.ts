import type { Person } from '../accounts/model.ts'
import { atMost } from '../cut.ts'
import { type DrinkerPorts, isSameName } from '../drinkers/drinkers.ts'
import { FIRST_DRINKER } from '../drinkers/model.ts'
import { Fault } from '../errors.ts'
import { inARow, wordsOf } from '../names.ts'
import { calledInput, thoseCalled } from './called.ts'

export const drinkerInput = calledInput(
  'Who it is for, such as "Sam": one of the people they brew for. Default: themselves.',
  100,
)

/** The same where several can share a brew. */
export const drinkersInput = calledInput(
  'Who drank it: "Sam", or several people, such as "Sam and me". Default: themselves.',
)

/** The names in a phrase such as "Sam and me", in that order. */
export const namesOfDrinkers = (given: string): string[] =>
  given
    .split(/,|&|\band\b/i)
    .map(name => name.trim())
    .filter(name => name !== '')

const themselves = new Set(['i', 'me', 'myself', 'self', 'user', 'you', 'yourself'])

/** A person on behalf of one of their drinkers, whose palate and brews count. */
export type AsDrinker = Person & { drinkerId: number }

export async function asDrinkerCalled(
  given: string | undefined,
  { drinkers }: DrinkerPorts,
  person: Person,
): Promise<AsDrinker> {
  const [word, ...more] = wordsOf(given ?? 'me')
  const isFirst = more.length === 0 && word !== undefined && themselves.has(word)
  if (given === undefined || isFirst || isSameName(given, person.displayName))
    return { ...person, drinkerId: FIRST_DRINKER }
  const named = await drinkers.list(person.id)
  const found = thoseCalled(given, named, ({ name }) => [name])
  const [one, ...others] = found
  if (one && others.length === 0) return { ...person, drinkerId: one.id }
  const asked = `"${atMost(given, 60)}"`
  const all = inARow([...named.map(({ name }) => name), 'yourself'])
  throw new Fault(
    'not-found',
    one
      ? `${asked} matches several people you brew for: ${inARow(found.map(({ name }) => name))}. Be more specific.`
      : named.length === 0
        ? `You don’t brew for anyone called ${asked}, only for yourself. Add the people you brew for in your account first.`
        : `You don’t brew for anyone called ${asked}. You brew for ${all}. Name one of them.`,
  )
}

/** Names for the people who drank a brew. */
export async function drinkerNames({ drinkers }: DrinkerPorts, person: Person) {
  const named = await drinkers.list(person.id)
  const nameOf = (id: number) => (id === FIRST_DRINKER ? 'you' : named.find(one => one.id === id)?.name)
  return (ids: readonly number[] | undefined) =>
    ids === undefined ? ['you'] : ids.length === 0 ? ['a guest'] : ids.map(id => nameOf(id) ?? 'someone you removed')
}
