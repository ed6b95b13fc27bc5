import type { AnyStoredGrinder } from '../equipment/own-grinders.ts'
import { Fault } from '../errors.ts'
import { type Conversion, convert } from '../grind/convert.ts'
import { methodById } from '../grind/methods.ts'
import { numeralOf } from '../grind/notation.ts'
import { positionOn, reaches } from '../grind/position.ts'
import type { AskedConversion } from './asked-conversion.ts'

/** A converted setting. Without a conversion, the setting is not on the dial that it was read from. */
export interface Answer extends AskedConversion {
  conversion: Conversion | undefined
}

export function convertAsked(asked: AskedConversion): Answer {
  const { from, setting, to } = asked
  try {
    return { ...asked, conversion: convert(from, setting, to) }
  } catch (error) {
    if (error instanceof Fault) return { ...asked, conversion: undefined }
    throw error
  }
}

/** What a reader who looks for a grinder may want to know: their setting for a V60 on its dial. */
export function impliedAnswer(mine: AnyStoredGrinder, to: AnyStoredGrinder): Answer | undefined {
  const { target } = methodById.v60.grindIndex
  if (mine.slug === to.slug || !reaches(mine, target) || !reaches(to, target)) return
  return convertAsked({ from: mine, setting: numeralOf(mine, positionOn(mine, target).setting), to })
}
