import { coarserSign } from '../../../core/grind/dial.ts'
import { moveInWords } from '../../../core/grind/dial-words.ts'
import type { DialFace } from './ticks.ts'

/** Where a ring was before it was turned, and what turning it does to the brew. */
export interface TurnView {
  origin: number
  effects: { finer: string; coarser: string }
}

/** For example "Two clicks finer. Finer draws more out."; empty at the origin. */
export function turnInWords(dial: DialFace, { origin, effects }: TurnView, setting: number): string {
  const move = moveInWords(dial, origin, setting)
  return move ? `${move}. ${effects[(setting - origin) * coarserSign(dial) > 0 ? 'coarser' : 'finer']}` : ''
}
