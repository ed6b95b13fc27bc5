import * as v from 'valibot'
import { Technique, type Techniques } from '../../core/adaptation/technique.ts'
import { methodIds } from '../../core/grind/methods.ts'
import techniques from './techniques.json' with { type: 'json' }

/** The techniques that ship with the code. */
export const shippedTechniques: Techniques = {
  list,
  bySlug: slug => list().find(technique => technique.slug === slug),
}

let read: readonly Technique[] | undefined

/** Read on first use, which most commands never come to. */
function list() {
  // What everybody talks about comes first, then what most people brew with, then what was read at its author's own page.
  read ??= v
    .parse(v.array(Technique), techniques)
    .toSorted((one, other) => placeOf(one) - placeOf(other) || one.grade.localeCompare(other.grade))
  return read
}

const bestKnown = [
  'four-six',
  'hoffmann-aeropress',
  'hoffmann-french-press',
  'hoffmann-one-cup-v60',
  'hoffmann-iced-v60',
  'espresso-one-to-two',
  'rao-spin',
  'adler-original',
  'kasuya-devil-switch',
  'turbo-shot',
  'hoffmann-moka',
  'toddy-concentrate',
]

function placeOf({ slug, method }: Technique) {
  if (bestKnown.includes(slug)) return bestKnown.indexOf(slug) - bestKnown.length
  const best = ['v60', 'aeropress', 'espresso', 'french_press', 'kalita', 'chemex']
  const place = best.indexOf(method)
  return place < 0 ? best.length + methodIds.indexOf(method) : place
}
