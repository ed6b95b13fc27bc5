import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { logBrew } from '../brews/log-brew.ts'
import type { Site } from '../site.ts'
import type { BrewAheadPorts } from './brew-ahead.ts'
import { brewInWords } from './brew-in-short.ts'
import { CoachedCup, coachedCup, nextCupInWords } from './next-cup.ts'

export const BrewLogged = v.object({
  ...CoachedCup.entries,
  isNew: v.pipe(v.boolean(), v.description('False if the brew was logged before.')),
  assumed: v.pipe(v.array(v.string()), v.description('What they didn’t say, taken from `assumedFrom`.')),
  assumedFrom: v.nullable(v.string()),
})

export type LogMyBrewPorts = BrewAheadPorts & Parameters<typeof logBrew>[1] & { site: Site }

interface LogOutcome {
  how: 'Logged as' | 'Added to'
  assumed?: string[]
  from?: string
}

/** What was logged, what was assumed, and the next step. */
export async function loggedAnswer(
  { id, drinkerId }: { id: number; drinkerId: number },
  { how, assumed = [], from }: LogOutcome,
  ports: LogMyBrewPorts,
  person: Person,
) {
  const cup = await coachedCup({ id, drinkerId }, ports, person)
  const assumedFrom = assumed.length === 0 ? null : (from ?? null)
  const { baseUrl, paths } = ports.site
  const text = [
    `${how} brew ${id}: ${brewInWords(cup.brew)}.`,
    ...(assumed.length === 0 ? [] : [`Assumed, because they didn’t say: ${assumed.join('; ')} (from ${assumedFrom}).`]),
    nextCupInWords(cup),
    `They can correct it at ${baseUrl}${paths.brew(id)}.`,
  ].join('\n')
  return { reply: { ...cup, isNew: how === 'Logged as', assumed, assumedFrom }, text }
}
