import * as v from 'valibot'
import { SubmitCoffee } from '../coffees/model.ts'
import { matchNameOf } from '../coffees/roaster-name.ts'
import { day } from '../dates.ts'
import { faultOf } from '../errors.ts'
import * as field from '../fields.ts'
import { bagGrams, type StoredBag } from '../library/bags.ts'
import { lookUp } from '../lookup.ts'
import type { Bean } from './beanconqueror.ts'
import { type BagDates, cut, outOfFive, type Remark, remarkNoNumber, withinBounds } from './figures.ts'
import { roastOf } from './roast.ts'

/**
 * A bag to be written. Its coffee in the catalog, if any, is given or found by name and roaster.
 */
export type PlannedBag = Omit<StoredBag, 'coffeeProfileId'> & {
  importKey: string
  /** The key of the bag that it is a portion of. */
  parentKey: string | null
  roasterMatchName: string | null
  coffeeProfileId?: number | null
}

/**
 * Turns a bean of Beanconqueror into a bag: the app has one bean per purchase. Returns a sentence
 * if that is not possible.
 */
export function broughtBag(bean: Bean, best: number, now: Date, remark: Remark): PlannedBag | string {
  if (bean.name === '') return 'The name is missing.'
  for (const { name, written } of bean.noNumbers) remarkNoNumber(name, written, remark)
  const name = v.safeParse(SubmitCoffee.entries.name, cut(bean.name, field.LONGEST_LINE, 'name', remark))
  if (!name.success) return faultOf(name.issues[0]).message
  const roasterName = cut(bean.roaster, field.LONGEST_LINE, 'roaster', remark)
  const origins = bean.bean_information.map(({ country, region }) => country || region)
  const at = bean.config.unix_timestamp * 1000
  const weightGrams = withinBounds(bagGrams, bean.weight, 'weight', remark)
  return {
    importKey: bean.config.uuid,
    parentKey: null,
    name: name.output,
    roasterName,
    roasterMatchName: roasterName === null ? null : matchNameOf(roasterName),
    roastLevel: roastOf(bean) ?? null,
    coffeeType: bean.decaffeinated ? 'DECAF' : (lookUp(mixes, bean.beanMix) ?? null),
    origin: cut(distinct(origins), field.LONGEST_LINE, 'origin', remark),
    flavorProfile: cut(bean.aromatics, field.LONGEST_TEXT, 'aromatics', remark),
    processingMethod: cut(
      distinct(bean.bean_information.map(one => one.processing)),
      field.LONGEST_LINE,
      'processing',
      remark,
    ),
    personalNotes: cut(bean.note, field.LONGEST_TEXT, 'note', remark),
    rating: outOfFive(bean.rating, best, remark),
    weightGrams,
    setGrams: weightGrams,
    setAt: null,
    roastedOn: writtenDay(bean.roastingDate),
    openedOn: writtenDay(bean.openDate),
    frozenOn: writtenDay(bean.frozenDate),
    thawedOn: writtenDay(bean.unfrozenDate),
    frozenBefore: null,
    freezerNote: cut(freezerNoteOf(bean), field.LONGEST_TEXT, 'freezing note', remark),
    isArchived: bean.finished,
    isFavourite: bean.favourite,
    createdAt: new Date(at > 0 && at < now.getTime() ? at : now).toISOString(),
  }
}

export const datesOf = ({ roastingDate, frozenDate, unfrozenDate }: Bean): BagDates => ({
  roastedAt: Date.parse(roastingDate),
  frozenAt: Date.parse(frozenDate),
  thawedAt: Date.parse(unfrozenDate),
})

/** How it is stored, and the note on it. */
const freezerNoteOf = ({ frozenStorageType, frozenNote }: Bean) =>
  [lookUp(storages, frozenStorageType), frozenNote].filter(Boolean).join('. ')
const storages: Record<string, string> = {
  COFFEE_BAG: 'In its bag',
  COFFEE_JAR: 'In a jar',
  ZIP_LOCK: 'In a zip bag',
  VACUUM_SEALED: 'Vacuum-sealed',
  TUBE: 'In a tube',
}

const mixes: Record<string, StoredBag['coffeeType']> = { SINGLE_ORIGIN: 'SINGLE_ORIGIN', BLEND: 'BLEND' }
const distinct = (texts: string[]) => [...new Set(texts.filter(text => text !== ''))].join(', ')

/** The app writes an instant; its day is the one that was chosen on the phone. */
function writtenDay(instant: string) {
  const written = instant.slice(0, 10)
  return v.is(day, written) ? written : null
}
