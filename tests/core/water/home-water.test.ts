import { expect, test } from 'bun:test'
import { boilsAtF, hottestWaterF } from '../../../core/equipment/boiling.ts'
import { waterNote } from '../../../core/water/home-water.ts'

test('water boils 1 F lower for each 158 m, rounded down to whole degrees', () => {
  expect([0, 100, 1400, 1609, 2240, 3640, 5500].map(boilsAtF)).toEqual([212, 211, 203, 201, 197, 188, 177])
  expect([boilsAtF(null), boilsAtF(undefined)]).toEqual([212, 212])
})

test('only the boiler of an espresso machine can be hotter', () => {
  expect(hottestWaterF('espresso', 'settable', 3000)).toBe(212)
  expect(hottestWaterF('espresso', 'fixed', 3000)).toBe(212)
  expect(hottestWaterF('espresso', 'kettle', 3000)).toBe(193)
  expect(hottestWaterF('moka', 'kettle', 3000)).toBe(193)
  expect(hottestWaterF('drip', 'fixed', 3000)).toBe(193)
})

const water = { altitudeMeters: null, waterHardnessPpm: null, waterAlkalinityPpm: null }

test("each figure is compared with the SCA's recommendation, with its effect", () => {
  expect(waterNote(water)).toBeNull()
  expect(waterNote({ ...water, waterAlkalinityPpm: 120 })).toBe(
    "Your water's alkalinity of 120 ppm is above the 40 to 70 ppm that the SCA recommends: it buffers a lot of acidity, so coffee tends to taste flat.",
  )
  expect(waterNote({ ...water, waterAlkalinityPpm: 39.9 })).toContain('coffee tends to taste sharp')
  expect(waterNote({ ...water, waterHardnessPpm: 20 })).toContain('soft water extracts less')
  expect(waterNote({ ...water, waterHardnessPpm: 300, waterAlkalinityPpm: 50 })).toBe(
    "Your water's hardness of 300 ppm is above the 50 to 175 ppm that the SCA recommends: water this hard leaves scale in kettles and machines. Your water's alkalinity of 50 ppm is within the 40 to 70 ppm that the SCA recommends.",
  )
})

test.each([
  [50, 40],
  [175, 70],
])('a hardness of %d ppm and an alkalinity of %d ppm are as recommended', (waterHardnessPpm, waterAlkalinityPpm) => {
  const note = waterNote({ ...water, waterHardnessPpm, waterAlkalinityPpm })
  expect(note?.match(/is within/g)).toHaveLength(2)
})
