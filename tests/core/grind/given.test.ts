import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { dialOf } from '../../../core/grind/dial.ts'
import { GivenSetting, groundOn, indexOnDial, settingIn } from '../../../core/grind/given.ts'
import { shippedGrinders as grinders } from '../../../db/data/shipped.ts'

const grinder = (slug: string) => {
  const found = grinders.bySlug(slug)
  if (!found) throw new Error(slug)
  return found
}

describe('a grind setting as people enter it', () => {
  test.each([24, 2.5, '24', '24 clicks', '2.5', '1.2.3', '.5', '9E'])('%p is one', given => {
    expect(v.is(GivenSetting, given)).toBe(true)
  })

  test.each(['fine', '', 'about 24', null, true, Number.NaN, '2'.repeat(61)])('%p is none', given => {
    expect(v.is(GivenSetting, given)).toBe(false)
  })

  test('keeps the number, and the text if it came as text', () => {
    const c40 = grinder('comandante-c40-mk4')
    expect(groundOn(c40, '24 clicks')).toMatchObject({ grindSetting: 24, grindSettingText: '24 clicks' })
    expect(groundOn(c40, 24)).toMatchObject({ grindSetting: 24, grindSettingText: null })
    expect(settingIn('24 clicks', undefined).grindSetting).toBe(24)
  })

  test('has an index on the scale, to the tenth', () => {
    const c40 = grinder('comandante-c40-mk4')
    expect(groundOn(c40, 24).grindIndex).toBe(39.6)
    expect(groundOn(c40, 0).grindIndex).toBe(0)
  })

  test.each([
    ['1zpresso-j-max', '1.2.3', 113],
    ['baratza-forte-bg', '2A', 2],
    ['fellow-ode-gen-2', '5.2', 5.667],
    ['fellow-ode-gen-2', 5.2, 5.667],
    ['comandante-c40-mk4', '24 clicks on the red axle', 24],
  ])('is read on the %s as its dial shows it: %p is %p', (slug, given, grindSetting) => {
    expect(groundOn(grinder(slug), given).grindSetting).toBe(grindSetting)
  })

  test('from our own replies may be sent back as a number, on every step of every dial', () => {
    for (const one of grinders.list())
      for (const { setting } of one.references) {
        const step = dialOf(one).nearest(setting)
        expect([one.slug, groundOn(one, step).grindSetting]).toEqual([one.slug, step])
      }
  })

  test('off the dial is refused with the range of the dial, and has no index', () => {
    const c40 = grinder('comandante-c40-mk4')
    expect(() => groundOn(c40, 920)).toThrow(/C40 MK4 goes from 0 to \d+ clicks, so 920 is off its dial/)
    expect(() => groundOn(c40, '920 clicks')).toThrow(/so 920 clicks is off its dial/)
    expect(indexOnDial(c40, 920)).toBeNull()
  })
})
