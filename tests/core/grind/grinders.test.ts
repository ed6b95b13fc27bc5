import { describe, expect, test } from 'bun:test'
import { inputJsonSchema, replyJsonSchema } from '../../../adapters/json-schema.ts'
import { Calibration, CalibrationReferences } from '../../../core/grind/calibrate.ts'
import { Chart } from '../../../core/grind/chart.ts'
import { Conversion } from '../../../core/grind/convert.ts'
import { grinderOf, nearestSlugs } from '../../../core/grind/find.ts'
import {
  ConvertGrindSetting,
  convertGrindSetting,
  GetGrinderChart,
  GrinderList,
  getGrinderChart,
  ListGrinders,
  listGrinders,
} from '../../../core/grind/grinders.ts'
import { BrewMethod } from '../../../core/grind/methods.ts'
import { shippedGrinders as grinders } from '../../../db/data/shipped.ts'

describe('a name', () => {
  test.each([
    ['1zpresso-k-ultra', '1zpresso-k-ultra'],
    ['k ultra', '1zpresso-k-ultra'],
    ['K-ULTRA', '1zpresso-k-ultra'],
    ['c40 mk4', 'comandante-c40-mk4'],
    ['c40mk4', 'comandante-c40-mk4'],
    ['ode 2', 'fellow-ode-gen-2'],
    ['encore', 'baratza-encore'],
    ['encore esp', 'baratza-encore-esp'],
    ['jx', '1zpresso-jx'],
    ['specialità', 'eureka-mignon-specialita'],
    ['niche zero', 'niche-zero'],
  ])('%s means %s', (name, slug) => {
    expect(grinderOf(grinders, name).slug).toBe(slug)
  })

  test('that may mean several lists them', () => {
    expect(() => grinderOf(grinders, 'c40')).toThrow(
      '"c40" may be any of comandante-c40-mk3, comandante-c40-mk4 and comandante-c40-red-clix; name one.',
    )
    expect(() => grinderOf(grinders, 'baratza')).toThrow(/ and \d+ more; name one\.$/)
  })

  test('that means none is told the nearest', () => {
    expect(() => grinderOf(grinders, 'comandant c-fourty')).toThrow(/There is no grinder .* nearest are comandante-/)
    // It is in "Forté AP".
    expect(() => grinderOf(grinders, 'tea')).toThrow('There is no grinder "tea"')
  })

  test.each([
    ['comandante-c40', 'comandante-c40-mk4'],
    ['commandante-c40-mk4', 'comandante-c40-mk4'],
    ['1zpreso-k-ultr', '1zpresso-k-ultra'],
    ['fellow-ode', 'fellow-ode-gen-2'],
    ['', '1zpresso-j'],
  ])('%p is near %s, among three', (name, slug) => {
    expect(nearestSlugs(grinders, name)).toHaveLength(3)
    expect(nearestSlugs(grinders, name)).toContain(slug)
  })
})

describe('use cases', () => {
  test('an unknown slug is a fault that suggests three', async () => {
    const unknown = convertGrindSetting({ from: 'commandante-c40', setting: 24, to: '1zpresso-k-ultra' }, { grinders })
    await expect(unknown).rejects.toMatchObject({
      code: 'grinder-not-found',
      message:
        'There is no grinder "commandante-c40"; the nearest are comandante-c40-mk3, comandante-c40-mk4 and comandante-c40-red-clix.',
    })
    await expect(getGrinderChart({ grinder: 'nothing-like-it' }, { grinders })).rejects.toThrow(/nearest are/)
  })

  test('a list holds every grinder, or those that a search means', async () => {
    expect((await listGrinders({}, { grinders })).count).toBe(grinders.list().length)
    expect(await listGrinders({ search: 'c40' }, { grinders })).toEqual({
      grinders: [
        { slug: 'comandante-c40-mk3', brand: 'Comandante', name: 'C40 MK3' },
        { slug: 'comandante-c40-mk4', brand: 'Comandante', name: 'C40 MK4' },
        { slug: 'comandante-c40-red-clix', brand: 'Comandante', name: 'C40 with Red Clix' },
      ],
      count: 3,
    })
    for (const search of ['teapot', 'コマンダンテ'])
      expect(await listGrinders({ search }, { grinders })).toEqual({ grinders: [], count: 0 })
  })
})

test('every schema of this door becomes JSON Schema', () => {
  expect(inputJsonSchema(ConvertGrindSetting)).toMatchObject({
    required: ['from', 'setting', 'to'],
    properties: { setting: { anyOf: [{ type: 'number' }, { type: 'string' }] } },
  })
  for (const input of [GetGrinderChart, ListGrinders, CalibrationReferences])
    expect(inputJsonSchema(input)).toHaveProperty('type')
  for (const reply of [Conversion, Chart, GrinderList, BrewMethod, Calibration])
    expect(replyJsonSchema(reply)).toMatchObject({ type: 'object' })
})
