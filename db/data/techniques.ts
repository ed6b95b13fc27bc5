import * as v from 'valibot'
import { methodIds } from '../../core/grind/methods.ts'
import { Technique, type Techniques } from '../../core/techniques/model.ts'
import techniques from './techniques.json' with { type: 'json' }

/** The techniques that ship with the code. */
export const shippedTechniques: Techniques = {
  list,
  bySlug: slug => list().find(technique => technique.slug === slug),
}

let read: readonly Technique[] | undefined

/** Read on first use, which most commands never come to. */
function list() {
  // The methods that most people brew with come first, then those read at their author's own page.
  read ??= v
    .parse(v.array(Technique), techniques)
    .toSorted((one, other) => placeOf(one) - placeOf(other) || one.grade.localeCompare(other.grade))
  return read
}

function placeOf({ method }: Technique) {
  const best = ['v60', 'aeropress', 'espresso', 'french_press', 'kalita', 'chemex']
  const place = best.indexOf(method)
  return place < 0 ? best.length + methodIds.indexOf(method) : place
}
