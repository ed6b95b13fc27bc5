import { hasOwnName } from '../../../../core/accounts/model.ts'
import type { StoredBrew } from '../../../../core/brews/model.ts'
import { FIRST_DRINKER, type StoredDrinker } from '../../../../core/drinkers/model.ts'
import { numberOrText } from '../../../../core/numbers.ts'
import type { Optional } from '../../../../core/optional.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { icon } from '../parts/pen.ts'
import { type CupOf, feedbackIn, starsField, tapsOf, tasteInWords, tasteTaps } from '../parts/taste.ts'

/** Somebody whom a person brews for, or that person. */
export interface HouseholdMember {
  id: number
  /** The first name; "You" for a person who gave none. */
  name: string
  isYou: boolean
  colour: StoredDrinker['colour'] & string
}

const usualColours = ['blue', 'plum', 'green', 'grey'] as const

/** The person and those they brew for; empty where that is nobody else, and then no page mentions drinkers. */
export async function householdOf({ ports, who }: OwnVisit): Promise<HouseholdMember[]> {
  const named = await ports.drinkers.list(who.id)
  if (named.length === 0) return []
  const you = hasOwnName(who) ? (who.displayName.split(' ')[0] ?? 'You') : 'You'
  return [{ id: FIRST_DRINKER, name: you, colour: null }, ...named].map(({ id, name, colour }, at) => ({
    id,
    name,
    isYou: id === FIRST_DRINKER,
    colour: colour ?? (usualColours[at % usualColours.length] as HouseholdMember['colour']),
  }))
}

/** The chip's value for somebody without a name. */
const GUEST = 'guest'

/** Who drank a brew and what they said, as typed. */
export interface CupsDraft {
  ids: number[]
  isWithGuest: boolean
  /** By drinker. */
  said: Map<number, { taste: string[]; rating: string }>
}

/** As typed into a form; undefined if it says nothing about drinkers. */
export function cupsTyped(form: URLSearchParams, household: readonly HouseholdMember[]): CupsDraft | undefined {
  const chips = form.getAll('drinkers')
  const said = new Map(
    household.map(({ id }) => [id, { taste: form.getAll(`taste-${id}`), rating: form.get(`rating-${id}`) ?? '' }]),
  )
  const isSaid = (id: number) => said.get(id)?.taste.length !== 0 || said.get(id)?.rating !== ''
  const ids = household.map(({ id }) => id).filter(id => chips.includes(String(id)) || isSaid(id))
  return chips.length === 0 && ids.length === 0 ? undefined : { ids, isWithGuest: chips.includes(GUEST), said }
}

/** As a brew has it. */
export function cupsOf({ drinkerIds, cups, rating, extractionFeedback }: Optional<StoredBrew>): CupsDraft {
  const ids = drinkerIds ?? [FIRST_DRINKER]
  const said = (cups ?? ids.slice(0, 1).map(drinkerId => ({ drinkerId, rating, extractionFeedback }))).map(
    ({ drinkerId, rating, extractionFeedback }): [number, { taste: string[]; rating: string }] => [
      drinkerId,
      { taste: tapsOf(extractionFeedback ?? null), rating: String(rating ?? '') },
    ],
  )
  return { ids, isWithGuest: ids.length === 0 || (cups != null && ids.length === 1), said: new Map(said) }
}

/** The fields of a brew that a form of several drinkers gives, for its schema to check. */
export type Drunk = Partial<Record<'drinkerIds' | 'cups' | 'rating' | 'extractionFeedback', unknown>>

/**
 * The fields of a brew. What one person said of it is said of the brew; of several, each has their
 * own. What had been said for all of them stays, if several drank it before.
 */
export function drunkIn({ ids, isWithGuest, said }: CupsDraft, wasShared = false): Drunk {
  const wordsOf = (id: number) => ({
    rating: said.get(id)?.rating ? numberOrText(said.get(id)?.rating ?? '') : null,
    extractionFeedback: feedbackIn(said.get(id)?.taste ?? []),
  })
  const [only] = ids
  if (only === undefined) return { drinkerIds: [], rating: null, extractionFeedback: null }
  if (ids.length === 1 && !isWithGuest) return { drinkerIds: ids, cups: null, ...wordsOf(only) }
  const cups = ids.map(drinkerId => ({ drinkerId, ...wordsOf(drinkerId) }))
  return {
    drinkerIds: ids,
    cups: cups.filter(({ rating, extractionFeedback }) => rating !== null || extractionFeedback !== null),
    ...(!wasShared && { rating: null, extractionFeedback: null }),
  }
}

/** A letter in the person's colour. It is always beside the name or has one. */
export const drinkerInitial = ({ name, colour }: HouseholdMember): Html =>
  html`<i class="initial ${colour}" aria-hidden="true">${[...name][0]?.toUpperCase() ?? ''}</i>`

const cupLabels = ({ id, name, isYou, colour }: HouseholdMember): CupOf => {
  const called = isYou && name === 'You' ? 'you' : name
  return { id, question: `What did ${called} taste?`, overall: `Overall, ${called}`, colour }
}

/** A chip for each person. A script shows the taste of one of them at a time; without it, all are shown. */
export const whoField = (household: readonly HouseholdMember[], { ids, isWithGuest, said }: CupsDraft): Html =>
  html`<fieldset class="who"><legend>Who drank it?</legend><div class="who-chips">${household.map(
    one =>
      html`<label class="who-chip ${one.colour}"><input class="unseen" type="checkbox" name="drinkers" value="${one.id}"${ids.includes(one.id) ? html` checked` : ''}>${drinkerInitial(one)}<b>${one.name}</b><span class="quiet">${tasteInWords(feedbackIn(said.get(one.id)?.taste ?? [])).toLowerCase()}</span></label>`,
  )}<label class="who-chip guest"><input class="unseen" type="checkbox" name="drinkers" value="${GUEST}"${isWithGuest ? html` checked` : ''}>${icon('plus')}Guest</label></div></fieldset>`

/** All fields of a brew that several may have drunk. */
export const householdFields = (household: readonly HouseholdMember[], cups: CupsDraft): Html =>
  html`${whoField(household, cups)}${tapsOfEach(household, cups)}${starsOfEach(household, cups)}`

export const tapsOfEach = (household: readonly HouseholdMember[], { said }: CupsDraft): Html[] =>
  household.map(one => tasteTaps(said.get(one.id)?.taste ?? [], cupLabels(one)))

export const starsOfEach = (household: readonly HouseholdMember[], { said }: CupsDraft): Html[] =>
  household.map(one => starsField(said.get(one.id)?.rating ?? '', undefined, cupLabels(one)))

/** Whose next step a page shows, and links to that of the others. `places` are the drinkers and their URLs. */
export function whoseStep(
  places: readonly [id: number, href: string][],
  shown: number | undefined,
  household: readonly HouseholdMember[],
): Html {
  if (household.length === 0) return html``
  const known = places.flatMap(([id, href]) => household.filter(one => one.id === id).map(one => ({ one, href })))
  const own = household.find(({ id }) => id === shown)
  if (known.length < 2)
    return html`<p class="whose">${own ? html`${drinkerInitial(own)}For ${own.isYou ? 'you' : own.name}` : 'For a guest'}</p>`
  return html`<nav class="who-chips" aria-label="Next step for">${known.map(
    ({ one, href }) =>
      html`<a class="who-chip ${one.colour}" href="${href}"${one.id === shown ? html` aria-current="true"` : ''}>${drinkerInitial(one)}<b>${one.name}</b></a>`,
  )}</nav>`
}
