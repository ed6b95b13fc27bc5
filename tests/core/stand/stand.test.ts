import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { AnyStoredGrinder } from '../../../core/equipment/own-grinders.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { type SaidSetting, type SettingBrew, standOf } from '../../../core/stand/stand.ts'
import '../../support/dice.ts'
import { TurnedDials } from '../../support/turned-dials.ts'
import { grinder } from '../grind/arbitraries.ts'

const dials: AnyStoredGrinder[] = ['comandante-c40-mk4', 'niche-zero', '1zpresso-j-max'].map((slug, at) => ({
  ...grinder(slug),
  id: at + 1,
}))
const c40 = dials[0] as AnyStoredGrinder
const MORNING = Date.parse('2026-11-19T06:00:00Z')
const instant = (minute: number) => new Date(MORNING + 60_000 * minute).toISOString()
const brew = (id: number, minute: number, grindSetting: number | null, grinderId: number | null = 1): SettingBrew => ({
  id,
  grinderId,
  grindSetting,
  brewedAt: instant(minute),
})
const said = (minute: number, saidSetting: number): SaidSetting => ({
  grinderId: 1,
  saidSetting,
  saidAt: instant(minute),
})

describe('a dial', () => {
  test('is where the newest brew left it, or where its owner has said since', () => {
    expect(standOf(c40, [], undefined)).toBeNull()
    expect(standOf(c40, [brew(1, 5, 24), brew(2, 3, 30)], undefined)).toMatchObject({ setting: 24, brew: { id: 1 } })
    expect(standOf(c40, [brew(1, 5, 24)], said(6, 18))).toEqual({ setting: 18, at: instant(6), brew: null })
    expect(standOf(c40, [brew(1, 7, 24)], said(6, 18))).toMatchObject({ setting: 24 })
  })

  test('of brews at the same time, follows the one that was logged last, and its owner before any', () => {
    expect(standOf(c40, [brew(2, 5, 26), brew(1, 5, 24)], undefined)).toMatchObject({ setting: 26 })
    expect(standOf(c40, [brew(1, 5, 24)], said(5, 18))).toMatchObject({ setting: 18 })
  })

  test('learns nothing from brews without a setting, on other grinders, or off its dial', () => {
    const brews = [brew(1, 1, 24), brew(2, 2, null), brew(3, 3, 20, 2), brew(4, 4, 20, null), brew(5, 5, 400)]
    expect(standOf(c40, brews, undefined)).toMatchObject({ setting: 24, at: instant(1) })
    expect(standOf(c40, brews, said(6, 400))).toMatchObject({ setting: 24 })
  })

  test('is where a kitchen that is played from the beginning leaves it, on 10,000 random days', () => {
    const which = fc.integer({ min: 0, max: dials.length - 1 })
    const share = fc.double({ min: -0.02, max: 1.02, noNaN: true })
    const setting = fc.option(share, { nil: null, freq: 6 })
    const minute = fc.integer({ min: 0, max: 12 })
    const happening = fc.oneof(
      { weight: 5, arbitrary: fc.record({ act: fc.constant('brew'), which, setting, minute, drinker: fc.nat(3) }) },
      { weight: 2, arbitrary: fc.record({ act: fc.constant('edit'), which, setting, minute, nth: fc.nat(9) }) },
      { weight: 2, arbitrary: fc.record({ act: fc.constant('delete'), nth: fc.nat(9) }) },
      { weight: 2, arbitrary: fc.record({ act: fc.constant('say'), which, setting, minute }) },
    )
    fc.assert(
      fc.property(fc.array(happening, { minLength: 1, maxLength: 12 }), day => {
        const kitchen = new TurnedDials(new Map(dials.map(dial => [dial.id, [dialOf(dial).min, dialOf(dial).max]])))
        let brews: (SettingBrew & { drinkerIds?: number[] })[] = []
        const sayings = new Map<number, SaidSetting>()
        for (const [at, one] of day.entries()) {
          const {
            act,
            which = 0,
            setting = null,
            minute = 0,
            nth = 0,
          } = one as {
            act: string
            which?: number
            setting?: number | null
            minute?: number
            nth?: number
          }
          const dial = dials[which] as AnyStoredGrinder
          const { min, max } = dialOf(dial)
          const turnedTo = setting === null ? null : Math.round(1000 * (min + setting * (max - min))) / 1000
          const before = brews[nth % Math.max(1, brews.length)]
          if (act === 'brew') {
            brews.push({ ...brew(at, minute, turnedTo, dial.id), drinkerIds: [at % 3] })
            kitchen.brewed({ by: at, grinder: dial.id, setting: turnedTo, at: minute })
          } else if (act === 'say' && turnedTo !== null) {
            sayings.set(dial.id, { grinderId: dial.id, saidSetting: turnedTo, saidAt: instant(minute) })
            kitchen.said(dial.id, turnedTo, minute)
          } else if (before && act !== 'say') {
            kitchen.forgotten(before.id)
            brews = brews.filter(({ id }) => id !== before.id)
            if (act === 'edit') {
              brews.push(brew(before.id, minute, turnedTo, dial.id))
              kitchen.brewed({ by: before.id, grinder: dial.id, setting: turnedTo, at: minute })
            }
          }
          const stands = dials.flatMap(dial => {
            const stand = standOf(dial, brews, sayings.get(dial.id))
            return stand ? [[dial.id, { setting: stand.setting, by: stand.brew?.id ?? 'said' }] as const] : []
          })
          expect(new Map(stands)).toEqual(new Map([...kitchen.positions()].sort(([one], [other]) => one - other)))
        }
      }),
      { numRuns: 10_000 },
    )
  })
})
