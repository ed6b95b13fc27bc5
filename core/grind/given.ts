import * as v from 'valibot'
import { Fault } from '../errors.ts'
import { grindIndexOf } from './convert.ts'
import { thousandths } from './dial.ts'
import type { OwnGrinder } from './model.ts'
import { settingOn } from './notation.ts'

/** A setting as people send it: 24, "24 clicks", "2.5", or what the dial shows. */
export const GivenSetting = v.union(
  [
    v.pipe(v.number(), v.finite('must be a number')),
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(60, 'must have at most 60 characters'),
      v.regex(leadingNumber(), 'must be a number, or a text that starts with one, such as "24 clicks"'),
    ),
  ],
  'must be a number, or a text that starts with one, such as "24 clicks"',
)
export type GivenSetting = v.InferOutput<typeof GivenSetting>

export interface Ground {
  grindSetting: number
  /** As given, where a text was. */
  grindSettingText: string | null
  grindIndex: number
}

/** A given setting on its grinder's dial; a fault that names the dial when it does not have it. */
export function groundOn(grinder: OwnGrinder, given: GivenSetting): Ground {
  const read = readable(grinder, given)
  return {
    grindSetting: thousandths(settingOn(grinder, read)),
    grindSettingText: typeof given === 'string' ? given : null,
    grindIndex: grindIndexOf(grinder, read),
  }
}

/** The number of a setting on no known grinder. */
export const numberIn = (given: GivenSetting) => Number.parseFloat(String(given))

/** What the dial shows where it can be read so, else the number that the text starts with. */
function readable(grinder: OwnGrinder, given: GivenSetting): GivenSetting {
  if (typeof given === 'number') return given
  try {
    settingOn(grinder, given)
    return given
  } catch (error) {
    if (error instanceof Fault && error.code === 'invalid') return numberIn(given)
    throw error
  }
}

function leadingNumber() {
  return /^[+-]?(\d|\.\d)/
}
