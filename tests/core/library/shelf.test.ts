import { describe, expect, test } from 'bun:test'
import { drinkingWindow } from '../../../core/coffees/rest.ts'
import { roastLevels } from '../../../core/coffees/roast.ts'
import type { Bag } from '../../../core/library/bags.ts'
import { shelved } from '../../../core/library/shelf.ts'

const bag: Bag = {
  id: 1,
  coffeeProfileId: null,
  name: 'Kayanza Hill 14',
  roasterName: 'Pale Heron',
  roastLevel: 'MEDIUM',
  coffeeType: null,
  origin: null,
  flavorProfile: null,
  processingMethod: null,
  personalNotes: null,
  rating: null,
  weightGrams: 250,
  gramsLeft: 142,
  setGrams: 250,
  setAt: null,
  roastedOn: '2026-11-01',
  openedOn: '2026-11-05',
  frozenOn: null,
  thawedOn: null,
  frozenBefore: null,
  freezerNote: null,
  portionOf: null,
  isArchived: false,
  isFavourite: false,
  picture: null,
  totalBrews: 0,
  firstBrewedAt: null,
  lastBrewedAt: null,
  createdAt: '2026-11-01T08:00:00.000Z',
}
const on = (
  today: string,
  changes: Partial<Bag> = {},
  doseGrams: number | null = 15,
  method: 'v60' | 'espresso' = 'v60',
) => shelved({ ...bag, ...changes }, today, { doseGrams, method })

describe('what is left', () => {
  test.each([
    [46, 3, false],
    [45, 3, false],
    [44.9, 2, true],
    [30, 2, true],
    [14.9, 0, true],
    [0, 0, true],
  ])('%d g are %d cups of 15 g; running low: %p', (gramsLeft, cupsLeft, isLow) => {
    expect(on('2026-11-12', { gramsLeft })).toMatchObject({ cupsLeft, isLow })
  })

  test('is counted in this person’s doses, and nothing is low that nobody has weighed or that is frozen', () => {
    expect(on('2026-11-12', { gramsLeft: 54 }, 18)).toMatchObject({ cupsLeft: 3, isLow: false })
    expect(on('2026-11-12', { gramsLeft: 53 }, 18)).toMatchObject({ cupsLeft: 2, isLow: true })
    expect(on('2026-11-12', { gramsLeft: 40 }, null)).toMatchObject({ usualDoseGrams: 15, cupsLeft: 2 })
    expect(on('2026-11-12', { gramsLeft: null })).toMatchObject({ cupsLeft: null, isLow: false })
    expect(on('2026-11-12', { gramsLeft: 20, frozenOn: '2026-11-06' })).toMatchObject({ place: 'frozen', isLow: false })
    expect(on('2026-11-12', { gramsLeft: 20, isArchived: true })).toMatchObject({ place: 'finished', isLow: false })
  })

  test('no dose is lost to floating point', () => {
    expect(on('2026-11-12', { gramsLeft: 3 * 15.1 }, 15.1).cupsLeft).toBe(3)
  })
})

describe('the drinking window', () => {
  test('begins when the beans are rested, which for espresso is later, and ends sooner the darker they are', () => {
    expect(roastLevels.map(roastLevel => drinkingWindow({ method: 'v60', roastLevel }))).toEqual([
      { fromDay: 5, untilDay: 47 },
      { fromDay: 5, untilDay: 47 },
      { fromDay: 4, untilDay: 39 },
      { fromDay: 2, untilDay: 30 },
      { fromDay: 2, untilDay: 30 },
    ])
    expect(drinkingWindow({ method: 'espresso', roastLevel: 'LIGHT' })).toEqual({ fromDay: 10, untilDay: 52 })
    expect(drinkingWindow({ method: 'chemex', roastLevel: null })).toEqual({ fromDay: 4, untilDay: 39 })
  })

  test('is given in dates, the last of which still belongs to it', () => {
    expect(on('2026-11-04')).toMatchObject({ ageDays: 3, state: 'resting' })
    expect(on('2026-11-05')).toMatchObject({
      ageDays: 4,
      state: 'best',
      window: { fromDay: 4, untilDay: 39, bestFrom: '2026-11-05', bestUntil: '2026-12-10' },
    })
    expect(on('2026-11-07', {}, 15, 'espresso').state).toBe('resting')
    expect(on('2026-12-10').state).toBe('best')
    expect(on('2026-12-11').state).toBe('past')
    expect(on('2026-12-11', { roastedOn: null })).toMatchObject({ ageDays: null, window: null, state: null })
  })

  test('waits in the freezer, and moves on by the days spent there', () => {
    const frozen = { frozenOn: '2026-11-11', thawedOn: null }
    expect(on('2027-03-01', frozen)).toMatchObject({
      place: 'frozen',
      ageDays: 10,
      frozenDays: 110,
      state: 'frozen',
      window: { bestFrom: '2026-11-05', bestUntil: null },
    })
    expect(on('2027-03-01', { ...frozen, thawedOn: '2027-02-19' })).toMatchObject({
      place: 'open',
      ageDays: 20,
      frozenDays: 100,
      state: 'best',
      window: { bestUntil: '2027-03-20' },
    })
  })

  test('of a finished bag is what it was at its last brew', () => {
    const finished = { isArchived: true, lastBrewedAt: '2026-11-21T09:00:00.000Z' }
    expect(on('2027-03-01', finished)).toMatchObject({ place: 'finished', ageDays: 20, state: 'best' })
  })
})

test('a bag is open from the day it was opened, or from its first brew', () => {
  expect(on('2026-11-12').place).toBe('open')
  expect(on('2026-11-12', { openedOn: null }).place).toBe('unopened')
  expect(on('2026-11-12', { openedOn: null, firstBrewedAt: '2026-11-06T08:00:00.000Z' }).place).toBe('open')
})
