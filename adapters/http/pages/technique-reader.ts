import type { Technique } from '../../../core/adaptation/technique.ts'
import { baseOfTechnique, brewerTrouble } from '../../../core/adaptation/technique-base.ts'
import type { RoastLevel } from '../../../core/coffees/roast.ts'
import type { StoredMachine } from '../../../core/equipment/equipment.ts'
import type { MethodId } from '../../../core/grind/methods.ts'
import { suitsMethod } from '../../../core/grind/suits.ts'
import type { Palate } from '../../../core/taste/palate.ts'
import { tasterOf } from '../../../core/taste/taster.ts'
import { bestForRoast } from '../../../core/techniques/for-roast.ts'
import { type OpinionOfTechnique, scoresOf } from '../../../core/techniques/talk.ts'
import { brewerAmong, brewersOf, type Visit } from './choices.ts'

/** What techniques are adapted to for a reader, read once for a whole page of them. */
export interface TechniqueReader {
  brewers: readonly StoredMachine[]
  palate: Palate | undefined
}

export async function techniqueReader(visit: Visit): Promise<TechniqueReader> {
  const [brewers, taster] = await Promise.all([brewersOf(visit), tasterOf(visit.who, visit.ports)])
  return { brewers, palate: taster?.palate }
}

/** The reader's own brewer that can do it, or why none of theirs can. */
export function brewerFor(
  technique: Technique,
  { brewers }: Pick<TechniqueReader, 'brewers'>,
  { ports }: Pick<Visit, 'ports'>,
): { machine?: StoredMachine; trouble?: string } {
  const base = baseOfTechnique(technique, ports.grinders)
  const troubleWith = (machine: StoredMachine) => brewerTrouble(technique, base, machine)
  const able = brewers.filter(one => !troubleWith(one))
  const machine = brewerAmong(able, { ...base, brewedIn: undefined })
  if (machine) return { machine }
  const nearest = brewers.find(one => one.brewMethod === technique.method) ?? brewers[0]
  const trouble = nearest && troubleWith(nearest)
  return trouble ? { trouble } : {}
}

/**
 * The best techniques for a roast that the reader's grinder and brewers can do. `methods` is the
 * order of methods; those that the reader has a brewer for come alone.
 */
export async function techniquesForRoast(
  {
    roastLevel,
    methods,
    most,
    opinions,
  }: {
    roastLevel: RoastLevel
    methods: readonly MethodId[]
    most: number
    opinions: ReadonlyMap<string, OpinionOfTechnique>
  },
  visit: Visit,
): Promise<Technique[]> {
  const { ports, grinder } = visit
  const brewers = await brewersOf(visit)
  const scoreOf = scoresOf(opinions)
  const grinds = (method: MethodId) => !grinder || suitsMethod(grinder, method) !== 'no'
  const best = (isAble: (technique: Technique) => boolean) =>
    bestForRoast({ roastLevel, methods: methods.filter(grinds), most, isAble }, ports, scoreOf)
  const own = best(technique => brewerFor(technique, { brewers }, visit).machine !== undefined)
  return own.length > 0 ? own : best(() => true)
}
