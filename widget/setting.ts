import { bandAcross, positionAcross, type StraightTick } from '../adapters/design/dial/straight.ts'
import type { DialFace } from '../adapters/design/dial/ticks.ts'
import type { GrinderDial } from '../core/grind/model.ts'
import { numeralOf } from '../core/grind/notation.ts'
import { reaches, settingFor, spanAround } from '../core/grind/position.ts'
import { secondEnglish } from './second-words.ts'
import { filled, type Speaker } from './words.ts'

/** Where the browser keeps it. */
export const GRINDER_KEY = 'dialin-grinder'

/** The visitor's grinder with its curve, so that later pages need not ask for it. */
export interface VisitorGrinder {
  slug: string
  brand: string
  name: string
  uncertainty: number
  /** With the lines of its scale, unless it was kept before there were any. */
  dial: GrinderDial & { ticks?: StraightTick[] }
}

/** Where an index lies on a visitor's dial and how sure that is: in words, and in percent to draw it. */
export function visitorSetting({ dial, uncertainty, name }: VisitorGrinder, grindIndex: number, speaker: Speaker) {
  const words = { ...secondEnglish, ...speaker }
  const setting = settingFor(dial, grindIndex)
  const isReachable = reaches(dial, grindIndex)
  const range = spanAround(dial, grindIndex, uncertainty)
  const face: DialFace = { ...dial, finerIsHigher: dial.references[0].setting > dial.references[4].setting }
  const numeral = numeralIn(speaker, dial, setting)
  const [before = '', unit = ''] = labelIn(words, dial, setting).split('{}')
  const [from, to] = [range.min, range.max].map(end => numeralIn(speaker, dial, end)) as [string, string]
  return {
    numeral,
    before,
    unit,
    label: before + numeral + unit,
    rangeLabel: filled(words.from, from, to),
    // A name such as K-Ultra stays on one line.
    onYours: filled(words.onYours, name.replaceAll('-', '\u2060-\u2060')),
    isReachable,
    /** Instead of a range, past the end of the dial or of its published settings. */
    nearest: dial.turnsFurther && setting === dial.maxSetting ? words.further : words.nearest,
    face,
    setting,
    range,
    at: positionAcross(face, setting),
    band: bandAcross(face, range),
  }
}

/** Whether what the browser kept is a grinder of ours. An older version may have kept it, or another script. */
export function isVisitorGrinder(kept: VisitorGrinder) {
  try {
    return settingFor(kept.dial, 40) >= 0
  } catch {
    return false
  }
}

/** What is printed on the grinder: its own notation, or a number as the reader writes it. */
const numeralIn = ({ number }: Speaker, dial: GrinderDial, setting: number) =>
  dial.notation ? numeralOf(dial, setting) : number(setting)

/** What a reader calls a setting, with {} where its number stands. */
function labelIn(words: typeof secondEnglish & Speaker, dial: GrinderDial, setting: number) {
  const unit = dial.notation ? undefined : ({ clicks: 'clicks', rotations: 'turns' } as const)[dial.unit as string]
  return unit ? (words[unit][new Intl.PluralRules(words.language).select(setting)] ?? words[unit].other) : '{}'
}
