import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { type BrewPorts, getBrew } from '../brews/brews.ts'
import { afterStep } from '../brews/next-step.ts'
import { judgementOf } from '../brews/said.ts'
import { asDrunkBy, coachedDrinker } from '../brews/who-drank.ts'
import { rangeAtSetting } from '../dial/dial-in.ts'
import { dialOf } from '../grind/dial.ts'
import { dialTurn } from '../grind/dial-words.ts'
import { labelOf } from '../grind/notation.ts'
import { gramsInWords } from '../ratio.ts'
import { dialNow, type StandPorts } from '../stand/dials.ts'
import { BrewInShort, brewInShort, brewInWords, temperatureInWords, waterInWords } from './brew-in-short.ts'
import { drinkerNames } from './own-drinkers.ts'

const words = v.nullable(v.string())
const figure = v.nullable(v.number())

const NextCup = v.object({
  judgement: v.pipe(
    v.picklist(['good', 'off', 'unsaid']),
    v.description('unsaid: ask how it tasted, then send that with log_my_brew and the id of this brew.'),
  ),
  advice: v.pipe(
    words,
    v.description('The one thing to change. Null if nothing should change, or they haven’t said how it tasted.'),
  ),
  reason: words,
  also: v.pipe(words, v.description('A second change, for people who like to make both at once.')),
  setting: v.pipe(words, v.description('For the next cup, as the dial shows it.')),
  range: v.pipe(words, v.description('The range in which the right setting lies.')),
  dialNow: v.pipe(words, v.description('Where the dial is now, if it was moved since this brew.')),
  turn: v.pipe(words, v.description('How far to turn the dial from where it is. Null: nothing to turn, or unknown.')),
  doseGrams: figure,
  waterGrams: figure,
  waterTempF: figure,
})

/** A brew as one of its drinkers tasted it, and the next cup. */
export const CoachedCup = v.object({ brew: BrewInShort, next: NextCup })
export type CoachedCup = v.InferOutput<typeof CoachedCup>

/** A brew and what the coach says after it, for the given drinker or the first one who drank it. */
export async function coachedCup(
  asked: { id: number; drinkerId?: number | undefined },
  ports: BrewPorts & StandPorts,
  person: Person,
): Promise<CoachedCup> {
  const { brewLog } = await getBrew(asked, ports, person)
  const brew = asDrunkBy(brewLog, asked.drinkerId ?? coachedDrinker(brewLog))
  const { nextStep: step, grinderId } = brew
  const { grindSetting, doseGrams, waterGrams, waterTempF } = afterStep(brew, step)
  const grinder = grinderId === null ? undefined : await ports.ownGrinders.of(person.id, grinderId)
  const stand = grinder && (await dialNow(grinder.id, ports, person))?.stand?.setting
  const from = stand ?? brew.grindSetting
  const isOnDial = grinder && grindSetting !== null && dialOf(grinder).holds(grindSetting)
  return {
    brew: brewInShort(brew, await drinkerNames(ports, person)),
    next: {
      judgement: judgementOf(brew),
      advice: step && inBothDegrees(step.advice),
      reason: step && inBothDegrees(step.reason),
      also: step?.also ? inBothDegrees(step.also.advice) : null,
      setting: isOnDial ? labelOf(grinder, grindSetting) : null,
      range: isOnDial ? rangeAtSetting(grinder, grindSetting).label : null,
      dialNow: grinder && stand !== undefined && stand !== brew.grindSetting ? labelOf(grinder, stand) : null,
      turn: isOnDial && from !== null && from !== grindSetting ? dialTurn(grinder, from, grindSetting).words : null,
      doseGrams,
      waterGrams,
      waterTempF,
    },
  }
}

/** The coach speaks in Fahrenheit; most of the world reads Celsius. */
const inBothDegrees = (text: string) =>
  text.replace(/\b(\d+) F\b/g, (_, degrees) => temperatureInWords(Number(degrees)))

/** What to change for the next cup and why, then all its figures. */
export function nextCupInWords({ brew, next }: CoachedCup): string {
  const { judgement, advice, reason, also, dialNow: moved, turn } = next
  const figures = [
    ...(next.setting
      ? [
          `${next.setting}${brew.grinder ? ` on the ${brew.grinder}` : ''}${next.range && next.range !== next.setting ? ` (range ${next.range})` : ''}`,
        ]
      : []),
    ...(next.doseGrams === null ? [] : [`${gramsInWords(next.doseGrams)} of coffee`]),
    ...(next.waterGrams === null ? [] : [waterInWords(brew.method, next.waterGrams)]),
    ...(next.waterTempF === null ? [] : [temperatureInWords(next.waterTempF)]),
  ]
  const isFor = brew.for.length === 1 && brew.for[0] !== 'you' ? ` for ${brew.for[0]}` : ''
  const change = advice
    ? `Next step${isFor}: ${advice}${turn && !moved && !isSaidIn(advice, turn) ? ` That is ${turn}.` : ''} Why: ${sentence(reason ?? '')}`
    : judgement === 'good'
      ? `Next step${isFor}: a good cup, so leave everything as it is.`
      : `No next step yet${isFor}: nobody has said how it tasted. Ask whether it was sour, bitter, weak, strong, harsh or balanced.`
  return [
    change,
    ...(also ? [`To change both at once, also: ${also}`] : []),
    ...(figures.length === 0 ? [] : [`The next cup: ${figures.join(', ')}.`]),
    ...(moved ? [`The dial is at ${moved} now${turn ? `: ${turn}` : ', which is right'}.`] : []),
  ].join('\n')
}

/** On a dial that counts clicks, the advice already says how far to turn it. */
const isSaidIn = (advice: string, turn: string) => advice.replace(/\s/g, ' ').includes(turn.replace(/\s/g, ' '))

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

export const coachedInWords = (cup: CoachedCup) => `${brewInWords(cup.brew)}.\n${nextCupInWords(cup)}`
