import { brewMethods, type MethodId } from '../grind/methods.ts'
import { lookUp } from '../lookup.ts'
import type { Preparation } from './beanconqueror.ts'

/** The method for a preparation of Beanconqueror, and whether it is only the closest match. */
export const preparedAs = (preparation: Preparation) => ({
  ...methodOf(preparation),
  style: preparation.type === 'AEROPRESS_INVERTED' ? ('inverted' as const) : null,
})

function methodOf({ type, style_type, name }: Preparation): { method: MethodId; kin: boolean } {
  const kinOfType = lookUp(kinByType, type)
  const same = lookUp(sameByType, type) ?? (kinOfType ? undefined : sameByName(name))
  if (same) return { method: same, kin: false }
  return { method: kinOfType ?? lookUp(kinByStyle, style_type.replace(' ', '_')) ?? NEAREST, kin: true }
}

const sameByType: Record<string, MethodId> = {
  V60: 'v60',
  CHEMEX: 'chemex',
  KALITA_WAVE: 'kalita',
  AEROPRESS: 'aeropress',
  AEROPRESS_INVERTED: 'aeropress',
  BIALETTI: 'moka',
  FRENCH_PRESS: 'french_press',
  TURKISH: 'turkish',
  COLD_BREW: 'cold_brew',
  SIPHON: 'siphon',
  MOCCA_MASTER: 'drip',
  RATIO_SIX_COFFEE_BREWER: 'drip',
  PORTAFILTER: 'espresso',
  CAFELAT: 'espresso',
  FLAIR: 'espresso',
  HAND_LEVER: 'espresso',
  ROK: 'espresso',
  DECENT_ESPRESSO: 'espresso',
  METICULOUS: 'espresso',
  XENIA: 'espresso',
  SANREMO_YOU: 'espresso',
  GAGGIUINO: 'espresso',
  GAGGIMATE: 'espresso',
}

/** Cones map to the V60, flat beds to the Wave, immersion drippers to the Clever. */
const kinByType: Record<string, MethodId> = {
  DRIPPER: 'v60',
  BLUE_DRIPPER: 'v60',
  KONO: 'v60',
  ORIGAMI: 'v60',
  CAFEC_FLOWER: 'v60',
  HARIO_WOODNECK: 'v60',
  HSIAO_50: 'v60',
  TORNADO_DUO: 'v60',
  GINA: 'v60',
  OREA: 'kalita',
  APRIL_BREWER: 'kalita',
  ESPRO_BLOOM: 'kalita',
  FELLOW_STAGG: 'kalita',
  DECEMBER_DRIPPER: 'kalita',
  TRICOLATE: 'kalita',
  HARIO_SWITCH: 'clever',
  DELTER_PRESS: 'aeropress',
  OXO_RAPID_BREWER: 'aeropress',
  KARLSBADER_KANNE: 'drip',
  XBLOOM: 'v60',
  COLD_DRIP: 'cold_brew',
}

/** For custom preparations and new types. The app writes the first key with a space. */
const kinByStyle: Record<string, MethodId> = {
  POUR_OVER: 'v60',
  ESPRESSO: 'espresso',
  FULL_IMMERSION: 'french_press',
  PERCOLATION: 'drip',
}
/** The app's default for a preparation that does not say what it is. */
const NEAREST: MethodId = 'v60'

/** A custom preparation, or one of a new type, is recognized by its name: "My V60 02" is a V60. */
function sameByName(name: string) {
  const named = ` ${name.toLowerCase().replace(/[^a-z0-9]+/g, ' ')} `
  const ids = brewMethods.filter(({ id }) => named.includes(` ${id.replace('_', ' ')} `)).map(({ id }) => id)
  return ids.length === 1 ? ids[0] : undefined
}
