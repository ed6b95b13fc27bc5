import { describe, expect, test } from 'bun:test'
import { inputJsonSchema, replyJsonSchema } from '../../../adapters/schemas/json-schema.ts'
import { Calibration, CalibrationReferences } from '../../../core/grind/calibrate.ts'
import { Chart } from '../../../core/grind/chart.ts'
import { Conversion } from '../../../core/grind/convert.ts'
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

describe('use cases', () => {
  test('an unknown slug is a fault that suggests three', async () => {
    const unknown = convertGrindSetting({ from: 'commandante-c40', setting: 24, to: '1zpresso-k-ultra' }, { grinders })
    await expect(unknown).rejects.toMatchObject({
      code: 'grinder-not-found',
      message:
        'We don’t know a grinder called "commandante-c40". Closest: comandante-c40-mk3, comandante-c40-mk4, comandante-c40-red-clix.',
    })
    await expect(getGrinderChart({ grinder: 'nothing-like-it' }, { grinders })).rejects.toThrow(/Closest: /)
  })

  test('a list contains every grinder, or those that match a search', async () => {
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

test('every schema of this interface can become JSON Schema', () => {
  expect(inputJsonSchema(ConvertGrindSetting)).toMatchObject({
    required: ['from', 'setting', 'to'],
    properties: { setting: { anyOf: [{ type: 'number' }, { type: 'string' }] } },
  })
  for (const input of [GetGrinderChart, ListGrinders, CalibrationReferences])
    expect(inputJsonSchema(input)).toHaveProperty('type')
  for (const reply of [Conversion, Chart, GrinderList, BrewMethod, Calibration])
    expect(replyJsonSchema(reply)).toMatchObject({ type: 'object' })
})
