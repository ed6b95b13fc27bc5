import { expect, test } from 'bun:test'
import { baseOfTechnique } from '../../../core/adaptation/technique-base.ts'
import { methodById } from '../../../core/grind/methods.ts'
import { grindNote } from '../../../core/techniques/techniques.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { shippedTechniques } from '../../../db/data/techniques.ts'

const named = (slug: string) => {
  const technique = shippedTechniques.bySlug(slug)
  if (!technique) throw new Error(`There is no ${slug}.`)
  return technique
}
const indexOf = (slug: string) => baseOfTechnique(named(slug), shippedGrinders).grindIndex

test('a shot is ground the coarser, the faster it runs for its ratio', () => {
  const inOrder = [
    'espresso-ristretto',
    'espresso-one-to-two',
    'espresso-one-to-three',
    'turbo-shot',
    'rao-allonge',
  ].map(indexOf)
  expect(inOrder).toEqual([6, 9, 10.5, 12, 14])
})

test.each([
  ['hoffmann-iced-v60', 'hoffmann-ultimate-v60'],
  ['hoffmann-iced-clever', 'water-first-clever'],
])('%s is a little finer than %s, which is brewed hot', (iced, hot) => {
  expect(indexOf(iced)).toBe(indexOf(hot) - 3)
})

test('every one is ground as for its method, or at its author’s own setting', () => {
  // Some championship recipes are ground coarser on their author’s dial than people usually brew an AeroPress.
  const FARTHEST = 10
  for (const technique of shippedTechniques.list()) {
    const { low, high } = methodById[technique.method].grindIndex
    const doubt = technique.grind.grinder === null ? 0 : FARTHEST
    const index = indexOf(technique.slug)
    expect([technique.slug, index >= low - doubt && index <= high + doubt]).toEqual([technique.slug, true])
  }
})

test('the note quotes what is published', () => {
  const note = (slug: string) => grindNote(named(slug), shippedGrinders)
  expect(note('espresso-one-to-three')).toBe(
    'The author only says “slightly coarser than usual”. This setting is our reading of that for espresso.',
  )
  expect(note('hoffmann-iced-v60')).toContain('“medium-fine, slightly finer than hot”')
  expect(note('drop-kalita-155')).toContain('No grind was published')
})

test('“as for filter” is another grind than what an AeroPress is usually brewed with', () => {
  expect([indexOf('wendelboe-aeropress'), indexOf('wac-2009-kaminsky')]).toEqual([41, 38])
  expect(grindNote(named('wendelboe-aeropress'), shippedGrinders)).toContain('“as for filter”')
  expect(grindNote(named('wac-2009-kaminsky'), shippedGrinders)).toContain('“slightly finer than for filter”')
})

test('a moka is done when it comes off the heat, sooner if the water was boiling', () => {
  const time = (slug: string) => baseOfTechnique(named(slug), shippedGrinders).brewTimeSeconds
  expect([time('hoffmann-moka'), time('moka-classic')]).toEqual([120, 305])
  for (const { slug, steps, brewTimeSeconds } of shippedTechniques.list())
    if (brewTimeSeconds === null && steps.some(({ action }) => action === 'stop') && steps.at(-1)?.action !== 'drain')
      expect([slug, time(slug)]).toEqual([slug, steps.at(-1)?.atSeconds ?? 0])
})
