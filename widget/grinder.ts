import type { StraightTick } from '../adapters/design/dial/straight.ts'
import type { DialFace } from '../adapters/design/dial/ticks.ts'
import type { GrinderDial } from '../core/grind/model.ts'
import { numeralOf } from '../core/grind/notation.ts'
import { reaches, settingFor, spanAround } from '../core/grind/place.ts'
import { get } from './service.ts'
import { filled, type Speaker } from './words.ts'

export interface NamedGrinder {
  slug: string
  brand: string
  name: string
}

/** The visitor's grinder with its curve, so that later pages need not ask for it. */
export interface VisitorGrinder extends NamedGrinder {
  uncertainty: number
  /** With the lines of its scale, unless it was kept before there were any. */
  dial: GrinderDial & { ticks?: StraightTick[] }
}

const KEY = 'dialin-grinder'

/** One grinder a visitor, whichever card it was chosen in. */
let current: VisitorGrinder | undefined
let loaded = false
let chosen: string | undefined
/** Every card on the page, to draw itself again. */
export const listeners = new Set<() => void>()
export const drawAll = () => {
  for (const draw of listeners) draw()
}

export function visitorGrinder() {
  if (!loaded) current = storedGrinder()
  loaded = true
  return current
}

/** Whether it is now the one: somebody who walks through the list with the arrow keys has chosen the last one. */
export async function chooseGrinder(slug: string) {
  chosen = slug
  const grinder = slug === '' ? undefined : await get<VisitorGrinder>(`/api/widget/grinder/${slug}`)
  if (chosen !== slug) return false
  current = grinder
  loaded = true
  try {
    if (current) {
      const { brand, name, uncertainty, dial } = current
      localStorage.setItem(KEY, JSON.stringify({ slug, brand, name, uncertainty, dial }))
    } else localStorage.removeItem(KEY)
  } catch {
    // A page may forbid storage; then it is remembered as long as the page is.
  }
  drawAll()
  return true
}

export const allGrinders = () => get<{ grinders: NamedGrinder[] }>('/api/widget/grinders')

/** Where an index lies on a dial, and between which settings it does for sure; in numbers and in words. */
export function visitorSetting({ dial, uncertainty }: VisitorGrinder, grindIndex: number, speaker: Speaker) {
  const setting = settingFor(dial, grindIndex)
  const range = spanAround(dial, grindIndex, uncertainty)
  return {
    setting,
    range,
    label: labelIn(speaker, dial, setting),
    rangeLabel: filled(speaker.from, numeralIn(speaker, dial, range.min), labelIn(speaker, dial, range.max)),
    isReachable: reaches(dial, grindIndex),
  }
}

/** As it is drawn: fine is always left. */
export const faceOf = ({ dial }: VisitorGrinder): DialFace => ({
  ...dial,
  finerIsHigher: dial.references[0].setting > dial.references[4].setting,
})

/** What stands on the device: its own signs, or a number as the reader writes it. */
const numeralIn = ({ number }: Speaker, dial: GrinderDial, setting: number) =>
  dial.notation ? numeralOf(dial, setting) : number(setting)

function labelIn(speaker: Speaker, dial: GrinderDial, setting: number) {
  const numeral = numeralIn(speaker, dial, setting)
  const unit = dial.notation ? undefined : ({ clicks: 'clicks', rotations: 'turns' } as const)[dial.unit as string]
  return unit ? speaker.count(unit, numeral, setting) : numeral
}

function storedGrinder(): VisitorGrinder | undefined {
  try {
    const grinder = JSON.parse(localStorage.getItem(KEY) ?? 'null') as VisitorGrinder | null
    // What an older version kept, or a stranger, is not worth an error.
    return grinder && settingFor(grinder.dial, 40) >= 0 ? grinder : undefined
  } catch {
    return undefined
  }
}
