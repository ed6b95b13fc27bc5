import * as v from 'valibot'
import * as field from '../fields.ts'

/** The altitude and water that a person brews with. Null: unknown. */
export const HomeWater = v.object({
  altitudeMeters: v.nullable(field.altitudeMeters),
  waterHardnessPpm: v.nullable(v.pipe(field.waterPpm, v.description('Calcium and magnesium, in ppm as CaCO3.'))),
  waterAlkalinityPpm: v.nullable(v.pipe(field.waterPpm, v.description('Bicarbonate, in ppm as CaCO3.'))),
})
export type HomeWater = v.InferOutput<typeof HomeWater>
export const SetHomeWater = v.partial(HomeWater)

/** How hardness and alkalinity affect a cup. */
export const WATER_MATTERS =
  'Alkalinity buffers acidity: too much makes a cup flat, too little makes it sharp. Hardness (calcium and magnesium) helps extraction, and very hard water scales machines.'

/**
 * In ppm as CaCO3: SCA Coffee Standards, "Water for Brewing" (hardness 50 to 175, alkalinity at or
 * near 40 to 70).
 */
const RECOMMENDED = { hardness: [50, 175], alkalinity: [40, 70] } as const

const effects = {
  hardness: {
    below: 'soft water extracts less from the coffee',
    above: 'water this hard leaves scale in kettles and machines',
  },
  alkalinity: {
    below: 'it buffers little acidity, so coffee tends to taste sharp',
    above: 'it buffers a lot of acidity, so coffee tends to taste flat',
  },
} as const

/** What a person's own figures mean; null if they have given none. */
export function waterNote({ waterHardnessPpm, waterAlkalinityPpm }: HomeWater): string | null {
  const sentences = [
    ...(waterHardnessPpm === null ? [] : [sentenceAbout('hardness', waterHardnessPpm)]),
    ...(waterAlkalinityPpm === null ? [] : [sentenceAbout('alkalinity', waterAlkalinityPpm)]),
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** How a figure compares with the range that the SCA recommends. */
export function againstRecommended(what: keyof typeof RECOMMENDED, ppm: number) {
  const [low, high] = RECOMMENDED[what]
  return ppm < low ? 'below' : ppm > high ? 'above' : 'within'
}

function sentenceAbout(what: keyof typeof RECOMMENDED, ppm: number) {
  const [low, high] = RECOMMENDED[what]
  const side = againstRecommended(what, ppm)
  const where = `Your water's ${what} of ${ppm} ppm is ${side} the ${low} to ${high} ppm that the SCA recommends`
  return side === 'within' ? `${where}.` : `${where}: ${effects[what][side]}.`
}
