import type { Dialled } from '../core/grind/model.ts'
import { rangeLabelOf } from '../core/grind/notation.ts'
import { placeOn, rangeAround, reaches } from '../core/grind/place.ts'
import { get } from './service.ts'

export interface NamedGrinder {
  slug: string
  brand: string
  name: string
}

/** The visitor's grinder with its curve, so that later pages need not ask for it. */
export interface VisitorGrinder extends NamedGrinder {
  uncertainty: number
  dial: Dialled
}

const KEY = 'dialin-grinder'

/** One grinder a visitor, whichever card it was chosen in. */
let current: VisitorGrinder | undefined
let loaded = false
let chosen: string | undefined
export const listeners = new Set<() => void>()

export function visitorGrinder() {
  if (!loaded) current = storedGrinder()
  loaded = true
  return current
}

export async function chooseGrinder(slug: string) {
  chosen = slug
  const grinder = slug === '' ? undefined : await get<VisitorGrinder>(`/api/widget/grinder/${slug}`)
  // Somebody who walks through the list with the arrow keys has chosen the last one, whichever answer comes last.
  if (chosen !== slug) return
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
  for (const notify of listeners) notify()
}

export const allGrinders = () => get<{ grinders: NamedGrinder[] }>('/api/widget/grinders')

/** Where an index lies on a dial, and between which settings it does for sure. */
export function visitorSetting({ dial, uncertainty }: VisitorGrinder, grindIndex: number) {
  return {
    label: placeOn(dial, grindIndex).label,
    range: rangeLabelOf(dial, rangeAround(dial, grindIndex, uncertainty)),
    reachable: reaches(dial, grindIndex),
  }
}

function storedGrinder(): VisitorGrinder | undefined {
  try {
    const grinder = JSON.parse(localStorage.getItem(KEY) ?? 'null') as VisitorGrinder | null
    // What an older version kept, or a stranger, is not worth an error.
    return grinder && visitorSetting(grinder, 40) ? grinder : undefined
  } catch {
    return undefined
  }
}
