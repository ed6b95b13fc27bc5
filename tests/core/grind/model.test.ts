import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { brewMethods, chartMethods, methodById, methodsAt } from '../../../core/grind/methods.ts'
import { Grinder, micronsAt } from '../../../core/grind/model.ts'
import { sourceOf } from '../../../core/grind/sources.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { grinder } from './arbitraries.ts'

const c40 = grinder('comandante-c40-mk4')
const complaints = (record: unknown) =>
  v.safeParse(Grinder, record).issues?.map(issue => `${v.getDotPath(issue)} ${issue.message}`)
const withReferences = (...points: [number, number][]) => ({
  ...c40,
  references: points.map(([grindIndex, setting]) => ({ grindIndex, setting })),
})

test('the shipped data has 220 grinders, each with its own slug', () => {
  const slugs = shippedGrinders.list().map(({ slug }) => slug)
  expect(slugs).toHaveLength(220)
  expect(new Set(slugs).size).toBe(220)
})

test('every source has a title for people, and an address if there is one', () => {
  for (const { slug, sources } of shippedGrinders.list())
    for (const { title, url } of sources.map(sourceOf)) {
      expect([slug, title]).toEqual([slug, expect.stringMatching(/^(?!https?:)[A-Z0-9].+$/)])
      if (url !== null) expect([slug, URL.canParse(url)]).toEqual([slug, true])
    }
  expect(sourceOf('https://www.example.com/a/b Example, a chart')).toEqual({
    title: 'Example, a chart',
    url: 'https://www.example.com/a/b',
  })
  expect(sourceOf('https://www.example.com/a')).toMatchObject({ title: 'example.com' })
  expect(sourceOf('The manual')).toEqual({ title: 'The manual', url: null })
})

test('notes are about the grinder, not about how its numbers are stored or who entered them', () => {
  const told = shippedGrinders.list().map(({ slug, notes }) => `${slug}: ${notes}`)
  const leaks = /HCG|stored|github|file id|\bum\b|slope|macro|from memory|\bnull\b|settingMax|n\+|\*/i
  expect(told.filter(note => leaks.test(note))).toEqual([])
  expect(shippedGrinders.list().filter(({ notes }) => notes !== '' && !/^[A-Z0-9].*\.$/.test(notes))).toEqual([])
})

test('a grinder needs exactly five points', () => {
  expect(complaints(withReferences([0, 6], [20, 15], [40, 24], [70, 37]))).toEqual([
    'references.4 must be a point { grindIndex, setting }; there are exactly five',
  ])
  expect(complaints(withReferences([0, 6], [20, 15], [40, 24], [70, 37], [75, 38], [76, 40]))).toEqual([
    'references.5 must not be there: there are exactly five points { grindIndex, setting }',
  ])
})

test('a curve that changes direction is refused with the two values', () => {
  expect(complaints(withReferences([0, 6], [20, 15], [40, 14], [70, 37], [76, 40]))).toEqual([
    'references must rise in setting with grindIndex; 14 comes after 15',
  ])
  expect(complaints(withReferences([0, 6], [20, 15], [20, 24], [70, 37], [76, 40]))).toEqual([
    'references must rise in grindIndex; 20 comes after 20',
  ])
  expect(complaints({ ...c40, finestSetting: undefined, finerIsHigher: true })).toEqual([
    'references must fall in setting with grindIndex; 15.27 comes after 6.36',
  ])
})

test('a point off the dial is refused with the dial', () => {
  expect(complaints(withReferences([0, 6], [20, 15], [40, 24], [70, 37], [76, 41]))).toEqual([
    'references must lie on the dial, 0 to 40; 41 does not',
  ])
  expect(complaints({ ...c40, maxSetting: 0 })).toContain('maxSetting must be above minSetting')
})

test('every field that is wrong is named', () => {
  expect(complaints({ ...c40, slug: 'C40 MK4', unit: 'notches', step: 0, confidence: 'sure', brand: ' ' })).toEqual([
    'slug must be lower-case letters and digits joined by hyphens',
    'brand must not be empty',
    'unit must be clicks, numbers, dial or rotations',
    'step must be at least 0.001',
    'confidence must be low, medium or high',
  ])
})

test('the grind index is linear in microns: 200 at 0, 680 at 40, 1400 at 100', () => {
  expect([0, 40, 100].map(micronsAt)).toEqual([200, 680, 1400])
})

test('every method has a band around its target, and Turkish is marked as below the scale', () => {
  expect(brewMethods).toHaveLength(12)
  for (const { grindIndex } of chartMethods) {
    expect(grindIndex.low).toBeLessThan(grindIndex.target)
    expect(grindIndex.target).toBeLessThan(grindIndex.high)
  }
  const { grindIndex, note } = methodById.turkish
  expect(grindIndex).toEqual({ low: -12, target: -8, high: 0 })
  expect(note).toContain('Finer than the scale')
})

test('an index belongs to the methods whose band contains it', () => {
  expect(methodsAt(9)).toEqual(['espresso'])
  expect(methodsAt(15.5)).toEqual([])
  expect(methodsAt(28)).toEqual(['moka', 'aeropress'])
  expect(methodsAt(40)).toEqual(['aeropress', 'siphon', 'v60', 'kalita', 'drip', 'clever'])
  expect(methodsAt(-3)).toEqual(['turkish'])
  expect(methodsAt(100)).toEqual([])
})
