import type { TasteProfile } from '../taste/profile.ts'
import { isSaidToClog } from './brew-clock.ts'
import type { BrewedCup } from './brewed-cup.ts'
import { isDenied } from './denied.ts'
import type { ExtractionFeedback } from './model.ts'

/** What can be said about a cup. */
type Reviewed = Pick<BrewedCup, 'extractionFeedback' | 'outcome' | 'tasteProfile' | 'rating'>

/** What the drinker said about a cup: what they tapped, else the outcome they wrote, else their taste profile. */
export function tastesOf({ extractionFeedback, outcome, tasteProfile, rating }: Reviewed): ExtractionFeedback {
  if (extractionFeedback && Object.values(extractionFeedback).includes(true)) return extractionFeedback
  const written = outcome ? tastesInText(outcome) : {}
  if (Object.keys(written).length > 0) return written
  return tasteProfile && (rating ?? 0) < GOOD_STARS ? tastesInProfile(tasteProfile) : {}
}

/** Whether the cup was good, whether something was off, or whether nobody said. */
export function judgementOf(cup: Reviewed): 'good' | 'off' | 'unsaid' {
  const { balanced, ...complaints } = tastesOf(cup)
  if (Object.values(complaints).includes(true)) return 'off'
  if (balanced) return 'good'
  if (isFlat(cup) || isSaidToClog(cup)) return 'off'
  if (cup.rating != null) return cup.rating >= GOOD_STARS ? 'good' : 'off'
  return Object.keys(cup.tasteProfile ?? {}).length > 0 ? 'off' : 'unsaid'
}

/** Whether the outcome calls the cup flat and nothing else was said. */
export function isFlat(cup: Reviewed) {
  const isCalled = /\b(flat(?! white)|dull|lifeless)\b/i.test(cup.outcome ?? '') && !isDenied(cup.outcome ?? '')
  return isCalled && !Object.values(tastesOf(cup)).includes(true)
}

/** From this rating on, a cup that nobody complains about is left alone. */
export const GOOD_STARS = 4
/** Below this rating, a cup is not liked even if nothing about it was off. */
export const FAIR_STARS = 3

/** In any case, with a hyphen, a space or neither: "Under-extracted", "overextracted", "weak". */
function tastesInText(outcome: string): ExtractionFeedback {
  const text = outcome.toLowerCase()
  if (isDenied(text)) return {}
  const said = outcomes.filter(([pattern]) => pattern.test(text)).map(([, taste]) => [taste, true])
  return Object.fromEntries(said)
}

const outcomes: readonly (readonly [RegExp, keyof ExtractionFeedback])[] = [
  [/\bunder[\s_-]*extract|\bsour\b|\bsalty\b|\b(too|overly) acidic\b|^\s*acidic\b/, 'sour'],
  [/\bover[\s_-]*extract|\bbitter\b|\bburn(t|ed)\b|\bashy\b/, 'bitter'],
  [/\bharsh\b|\bastringent\b/, 'harsh'],
  [/\bwatery\b|\bweak\b|\bthin\b/, 'watery'],
  [/\b(too|overly) strong\b/, 'strong'],
  [/^\s*(good|great|perfect|balanced|delicious|just right)\b/, 'balanced'],
]

/**
 * A profile describes and does not complain, so only what nearly everybody dislikes counts: bitterness well above the
 * acidity, acidity without sweetness, hardly any body. Our choice.
 */
function tastesInProfile({ acidity = 3, body = 3, sweetness = 3, bitterness = 3 }: TasteProfile): ExtractionFeedback {
  if (bitterness >= 4 && acidity >= 4 && sweetness <= 2) return { sour: true, bitter: true }
  if (bitterness >= 4 && bitterness > acidity) return { bitter: true }
  if (acidity >= 4 && sweetness <= 2) return { sour: true }
  return body <= 2 ? { watery: true } : {}
}
