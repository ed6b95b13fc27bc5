import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { Filter, filterTypes, Machine } from '../../../core/equipment/model.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import shippedFilters from '../../../db/data/filters.json' with { type: 'json' }
import shippedMachines from '../../../db/data/machines.json' with { type: 'json' }

const machines = v.parse(v.array(Machine), shippedMachines)
const filters = v.parse(v.array(Filter), shippedFilters)

test('at least 148 machines ship, each under its own slug, for every brew method', () => {
  expect(machines.length).toBeGreaterThanOrEqual(148)
  expect(new Set(machines.map(({ slug }) => slug)).size).toBe(machines.length)
  expect(new Set(machines.map(({ brewMethod }) => brewMethod))).toEqual(new Set(methodIds))
})

test.each([
  ['French Press', 'french_press'],
  ['FRENCH-PRESS', 'french_press'],
  ['coldbrew', 'cold_brew'],
  ['aero press', 'aeropress'],
  ['Clever Dripper', 'clever'],
  [' V-60 ', 'v60'],
] as const)('a machine for %p is one for %s', (brewMethod, id) => {
  expect(v.parse(Machine, { ...machines[0], brewMethod, drive: null }).brewMethod).toBe(id)
})

test('no method has a second name', () => {
  expect(v.is(Machine, { ...machines[0], brewMethod: 'tea' })).toBe(false)
})

test('only cold brew and Turkish start below hot water', () => {
  for (const { brewMethod, defaultWaterTempF } of machines)
    expect(defaultWaterTempF < 180).toBe(brewMethod === 'cold_brew' || brewMethod === 'turkish')
})

test('every machine has its capacity with a source; espresso and moka have their basket, too', () => {
  for (const { slug, brewMethod, minWaterGrams, maxWaterGrams, doseGrams, source } of machines) {
    expect({ slug, source: source !== null, holds: maxWaterGrams !== null }).toEqual({
      slug,
      source: true,
      holds: true,
    })
    expect(minWaterGrams ?? 0).toBeLessThan(maxWaterGrams ?? 0)
    expect({ slug, basket: doseGrams !== null }).toEqual({ slug, basket: ['espresso', 'moka'].includes(brewMethod) })
  }
})

test('every machine says what heats and what drives its water; a moka pot also how much reaches its valve', () => {
  for (const { slug, brewMethod, heat, drive, valveGrams, hasLid } of machines) {
    const isImmersed = ['clever', 'french_press', 'cold_brew'].includes(brewMethod)
    expect({ slug, heat, drive, hasValve: valveGrams !== null, isLidKnown: hasLid !== null }).toEqual({
      slug,
      heat: expect.any(String),
      drive: expect.any(String),
      hasValve: brewMethod === 'moka',
      isLidKnown: isImmersed,
    })
  }
})

test('every drive fits its brew method', () => {
  const v60 = machines.find(({ slug }) => slug === 'hario-v60-02')
  const { issues } = v.safeParse(Machine, { ...v60, drive: 'pump' })
  expect(issues?.map(issue => `${v.getDotPath(issue)} ${issue.message}`)).toEqual([
    'drive must be hand_pour or automatic for v60',
  ])
})

test('a filter is made for machines that ship', () => {
  const slugs = machines.map(({ slug }) => slug)
  for (const { brewers } of filters) {
    expect(brewers.length).toBeGreaterThan(0)
    expect(slugs).toEqual(expect.arrayContaining(brewers))
  }
})

test('paper, metal and cloth filters ship, each under its own slug', () => {
  expect(new Set(filters.map(({ slug }) => slug)).size).toBe(filters.length)
  expect(new Set(filters.map(({ type }) => type))).toEqual(new Set(filterTypes))
})

test('an invalid machine gets a message that says what would be right', () => {
  const { issues } = v.safeParse(Machine, { ...machines[0], brewMethod: 'teapot', defaultWaterTempF: 300 })
  expect(issues?.map(issue => `${v.getDotPath(issue)} ${issue.message}`)).toEqual([
    `brewMethod must be one of ${methodIds.join(', ')}`,
    'defaultWaterTempF must be from 32 to 212',
  ])
})
