import { curveThrough } from '../grind/curve.ts'
import { coarserSign, dialOf, stepWord } from '../grind/dial.ts'
import { indexPerPoint } from '../grind/methods.ts'
import type { AnyGrinder } from '../grind/model.ts'
import { labelOf } from '../grind/notation.ts'
import { shiftInWords } from '../grind/shift.ts'
import type { Belief } from './belief.ts'
import { type CupsOfBag, groundAs, lastOf } from './cup.ts'
import { heatAfter } from './heat.ts'
import { type Move, moveAlong, type NamedLever, type Wrong } from './move.ts'

/** Or why the grind cannot be moved. */
export function moveGrind(
  bag: CupsOfBag,
  wrong: Wrong,
  belief: Belief,
): Move | 'no-dial' | 'at-the-end' | 'nothing-between' {
  const { method, grinder, grindSetting } = lastOf(bag)
  if (!grinder || grindSetting === null || !dialOf(grinder).holds(grindSetting)) return 'no-dial'
  const dial = dialOf(grinder)
  const curve = curveThrough(grinder.references)
  const perPoint = indexPerPoint(method)
  const settingAt = (place: number) => curve.settingAt(place * perPoint)
  const move = moveAlong(
    {
      name: 'grind',
      setting: grindSetting,
      others: othersOn(grinder, grindSetting, wrong),
      placeOf: setting => curve.indexAt(setting) / perPoint,
      settingAt,
      heat: heatLeft(bag, wrong),
      direction: wrong.said > 0 ? 'finer' : 'coarser',
      labelAt: place => labelOf(grinder, dial.nearest(settingAt(place))),
      labelOf: setting => labelOf(grinder, setting),
    },
    bag,
    wrong,
    belief,
  )
  if (typeof move === 'string') return move
  const { to, ...moved } = move
  const grindLabel = labelOf(grinder, to)
  const isCounted = stepWord(grinder) === 'click' && Number.isInteger(to - grindSetting)
  return {
    change: 'grind',
    advice: `Grind ${isCounted ? shiftInWords(grinder, to - grindSetting) : moved.direction}: ${grindLabel} instead of ${labelOf(grinder, grindSetting)}.`,
    grindSetting: to,
    grindLabel,
    ...moved,
  }
}

/** All steps of the dial on the way that the complaint asks for. */
function othersOn(grinder: AnyGrinder, from: number, { said }: Wrong): number[] {
  const dial = dialOf(grinder)
  const along = -said * coarserSign(grinder)
  const others: number[] = []
  for (let at = from, to = dial.move(at, along); to !== at; at = to, to = dial.move(at, along)) others.push(to)
  return others
}

/** Whom so many temperatures of one grind did not please, another grind may. */
const MOST_HEATS = 4

function heatLeft(bag: CupsOfBag, { said }: Wrong): NamedLever['heat'] {
  const tried = new Set([lastOf(bag), ...groundAs(bag)].map(cup => cup.waterTempF)).size
  if (tried >= MOST_HEATS || heatAfter(lastOf(bag), said) === null) return 'not-to-be-set'
  return tried > 1 ? 'tried' : 'untried'
}
