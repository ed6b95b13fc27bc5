import * as v from 'valibot'
import { type BrewLog, ReviseBrew } from '../../../../core/brews/model.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { readerClock } from '../reader-clock.ts'
import { brewedAtField, measuredFields } from './brew-fields.ts'
import { type Complaints, complaintsOf, withWrong } from './complaints.ts'
import { type BrewDraft, measuredTyped } from './draft.ts'

type Details = Pick<BrewDraft, 'brewedAt' | 'tdsPercent' | 'beverageGrams'>

/** When a brew was made and what was measured, as the form on its page has it. */
export interface DetailsForm {
  typed: Details
  complaints: Complaints
}

export const isWrong = ({ complaints }: DetailsForm) => Object.keys(complaints).length > 0

/** As it was logged. */
export function detailsOf({ brewedAt, tdsPercent, beverageGrams }: BrewLog, visit: OwnVisit): Details {
  const { words } = visit
  return {
    brewedAt: readerClock(visit).local(brewedAt),
    tdsPercent: tdsPercent === null ? '' : words.typedPercent(tdsPercent),
    beverageGrams: beverageGrams === null ? '' : words.typed(beverageGrams),
  }
}

export function detailsForm({ id, brewedAt, method }: BrewLog, form: DetailsForm, visit: OwnVisit): Html {
  const { typed, complaints } = form
  const { nowLocal, local } = readerClock(visit)
  return withWrong(
    form,
    summary => html`<details class="more"${isWrong(form) ? html` open` : ''}><summary>Edit time and measurements</summary>${summary}<form method="post" action="/me/brews/${id}"><input type="hidden" name="part" value="details"><input type="hidden" name="brewedAtShown" value="${local(brewedAt)}">
${brewedAtField('Brewed at', typed.brewedAt, complaints.brewedAt, nowLocal)}${measuredFields(typed, { method }, complaints, true)}<button class="button soft">Save changes</button></form></details>`,
  )
}

/** What was typed, as a revision of the brew. What still reads as it was shown stays as exact as it was. */
export function detailsIn(form: URLSearchParams, brew: BrewLog, visit: OwnVisit) {
  const { words } = visit
  const text = (name: string) => form.get(name)?.trim() ?? ''
  const shown = detailsOf(brew, visit)
  const typed = {
    brewedAt: text('brewedAt'),
    tdsPercent: text('tdsPercent'),
    beverageGrams: text('beverageGrams'),
  }
  const measured = measuredTyped({ ...typed, waterGrams: String(brew.waterGrams ?? '') }, brew.method, words)
  // The page may have been read before we knew the reader's time zone, so it says itself what it showed.
  const isSameTime = typed.brewedAt === '' || typed.brewedAt === text('brewedAtShown')
  const parsed = v.safeParse(ReviseBrew, {
    id: brew.id,
    brewedAt: isSameTime ? undefined : readerClock(visit).instantAt(typed.brewedAt),
    tdsPercent: typed.tdsPercent === shown.tdsPercent ? undefined : measured.tdsPercent,
    beverageGrams:
      typed.beverageGrams === shown.beverageGrams && typed.beverageGrams !== '' ? undefined : measured.beverageGrams,
  })
  return parsed.success
    ? { typed, input: parsed.output, complaints: {} }
    : { typed, complaints: complaintsOf(parsed.issues, words, { method: brew.method }) }
}
