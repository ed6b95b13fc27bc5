import { coarserSign } from '../../../core/grind/dial.ts'
import { dialTurn, moveInWords } from '../../../core/grind/dial-words.ts'
import { numeralOf } from '../../../core/grind/notation.ts'
import type { DialFace } from './ticks.ts'

/** Where a ring was before it was turned, and what turning it does to the brew. */
export interface TurnView {
  origin: number
  effects: { finer: string; coarser: string }
}

/** For example "Two clicks finer. Finer extracts more."; empty at the origin. */
export function turnInWords(dial: DialFace, { origin, effects }: TurnView, setting: number): string {
  const move = moveInWords(dial, origin, setting)
  return move ? `${move}. ${effects[(setting - origin) * coarserSign(dial) > 0 ? 'coarser' : 'finer']}` : ''
}

/** Where the reader's own dial is now. */
export interface StandNow {
  setting: number
  /** For example "C40 MK4". */
  model: string
}

/** For example "Your C40 MK4 is at 18. Go 6 clicks coarser." */
export function turnFromHere(dial: DialFace, { setting: from, model }: StandNow, to: number): string {
  const { steps, words } = dialTurn(dial, from, to)
  return steps === 0
    ? `Your ${model} is already at ${numeralOf(dial, to)}.`
    : `Your ${model} is at ${numeralOf(dial, from)}. Go ${words}.`
}
