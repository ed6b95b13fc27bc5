import type { TasteProfile } from '../taste/profile.ts'
import { isSaidToClog, isSaidToGush } from './brew-clock.ts'
import type { BrewedCup } from './brewed-cup.ts'
import { isDenied } from './denied.ts'
import type { ExtractionFeedback } from './model.ts'

/** What can be said about a cup. */
type Reviewed = Pick<BrewedCup, 'extractionFeedback' | 'outcome' | 'tasteProfile' | 'rating'>

/** What the drinker said about a cup: what they tapped, else the outcome they wrote, else their taste profile. */
export function tastesOf({ extractionFeedback, outcome, tasteProfile, rating }: Reviewed): ExtractionFeedback {
  if (extractionFeedback && Object.values(extractionFeedback).includes(true)) return extractionFeedback
  const written = outcome ? tastesInText(outcome, (rating ?? 0) < GOOD_STARS) : {}
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
  if (isDisliked(cup) || isSaidToGush(cup)) return 'off'
  return Object.keys(cup.tasteProfile ?? {}).length > 0 ? 'off' : 'unsaid'
}

/** Whether the outcome calls the cup flat, or stale, and nothing else was said. */
export const isFlat = (cup: Reviewed) => flatWord(cup) !== undefined

/** The word for a flat cup, as it was written. */
export function flatWord(cup: Reviewed) {
  const { outcome } = cup
  const [word] = /\b(flat(?! white)|dull|lifeless|stale|papery)\b/i.exec(outcome ?? '') ?? []
  return isDenied(outcome ?? '') || Object.values(tastesOf(cup)).includes(true) ? undefined : word?.toLowerCase()
}

/** Whether the outcome says that the cup was bad, but not how. */
function isDisliked({ outcome }: Reviewed) {
  const text = outcome ?? ''
  if (isDenied(text)) return /\bnot (very |so |that )?(good|great|nice)\b/i.test(text)
  return /\b(awful|undrinkable|meh|bad|terrible|horrible|disgusting|nasty|hollow|muddy)\b/i.test(text)
}

/** From this rating on, a cup that nobody complains about is left alone. */
export const GOOD_STARS = 4
/** Below this rating, a cup is not liked even if nothing about it was off. */
export const FAIR_STARS = 3

/** In any case, with a hyphen, a space or neither: "Under-extracted", "overextracted", "weak". */
function tastesInText(outcome: string, isComplaint: boolean): ExtractionFeedback {
  const text = outcome.toLowerCase()
  if (isDenied(text)) return {}
  const said = [...outcomes, ...(isComplaint ? mildOutcomes : [])]
    .filter(([pattern]) => pattern.test(text))
    .map(([, taste]) => [taste, true])
  return Object.fromEntries(said)
}

const outcomes: readonly (readonly [RegExp, keyof ExtractionFeedback])[] = [
  [/\bunder[\s_-]*extract|\bsour(ish)?\b|\bsalty\b|\b(too|overly) acidic\b|^\s*acidic\b/, 'sour'],
  [/\bover[\s_-]*extract|\bbitter\b|\bburn(t|ed)\b|\bashy\b/, 'bitter'],
  [/\bharsh\b|\bastringent\b/, 'harsh'],
  [/\bwatery\b|\bweak\b|\bthin\b/, 'watery'],
  [/\b(too|overly) strong\b/, 'strong'],
  [/^\s*(good|great|perfect|balanced|delicious|just right)\b/, 'balanced'],
]

/** Words that may also describe a good cup: with few stars or none, they complain. */
const mildOutcomes: typeof outcomes = [
  [/\b(tart|sharp|grassy|vegetal)\b/, 'sour'],
  [/\bsmoky\b/, 'bitter'],
  [/\bdry(ing)?\b/, 'harsh'],
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
