import { curveThrough } from '../core/grind/curve.ts'
import { dialOf } from '../core/grind/dial.ts'
import type { Dialled } from '../core/grind/model.ts'
import { rangeLabelOf } from '../core/grind/notation.ts'
import { placeOn, rangeOn } from '../core/grind/place.ts'
import { get } from './service.ts'

export interface NamedGrinder {
  slug: string
  brand: string
  name: string
}

/** The visitor's grinder with its curve, so that later pages need not ask for it. */
export interface OwnedGrinder extends NamedGrinder {
  uncertainty: number
  dial: Dialled
}

const KEY = 'dialin-grinder'

/** One grinder a visitor, whichever card it was chosen in. */
let owned: OwnedGrinder | undefined
let looked = false
let chosen: string | undefined
export const watchers = new Set<() => void>()

export function ownedGrinder() {
  if (!looked) owned = remembered()
  looked = true
  return owned
}

export async function chooseGrinder(slug: string) {
  chosen = slug
  const grinder = slug === '' ? undefined : await get<OwnedGrinder>(`/api/widget/grinder/${slug}`)
  // Somebody who walks through the list with the arrow keys has chosen the last one, whichever answer comes last.
  if (chosen !== slug) return
  owned = grinder
  looked = true
  try {
    if (owned) {
      const { brand, name, uncertainty, dial } = owned
      localStorage.setItem(KEY, JSON.stringify({ slug, brand, name, uncertainty, dial }))
    } else localStorage.removeItem(KEY)
  } catch {
    // A page may forbid storage; then it is remembered as long as the page is.
  }
  for (const changed of watchers) changed()
}

export const allGrinders = () => get<{ grinders: NamedGrinder[] }>('/api/widget/grinders')

/** Where an index lies on a dial, and between which settings it does for sure. */
export function settingOn({ dial, uncertainty }: OwnedGrinder, grindIndex: number) {
  return {
    label: placeOn(dial, grindIndex).label,
    range: rangeLabelOf(dial, rangeOn(dial, grindIndex - uncertainty, grindIndex + uncertainty)),
    reachable: dialOf(dial).reaches(curveThrough(dial.references).settingAt(grindIndex)),
  }
}

function remembered(): OwnedGrinder | undefined {
  try {
    const grinder = JSON.parse(localStorage.getItem(KEY) ?? 'null') as OwnedGrinder | null
    // What an older version kept, or a stranger, is not worth an error.
    return grinder && settingOn(grinder, 40) ? grinder : undefined
  } catch {
    return undefined
  }
}
