import * as v from 'valibot'
import type { RoastLevel } from '../coffees/roast.ts'
import { roastLevel } from '../coffees/roast.ts'
import { lookUp } from '../lookup.ts'
import type { Bean } from './beanconqueror.ts'

/**
 * Our level for a roast of Beanconqueror, which uses the trade's old names; undefined when it gives
 * none.
 */
export function roastOf({ roast, roast_custom }: Pick<Bean, 'roast' | 'roast_custom'>): RoastLevel | undefined {
  const custom = v.safeParse(roastLevel, roast_custom.replace(/\broast\b/i, ''))
  return roast === 'CUSTOM_ROAST' && custom.success ? custom.output : lookUp(levels, roast)
}

/** The app groups them into light, medium and dark; the half-steps at the edges are ours. */
const levels: Record<string, RoastLevel> = {
  CINNAMON_ROAST: 'LIGHT',
  AMERICAN_ROAST: 'LIGHT',
  NEW_ENGLAND_ROAST: 'LIGHT',
  HALF_CITY_ROAST: 'LIGHT',
  MODERATE_LIGHT_ROAST: 'MEDIUM_LIGHT',
  CITY_ROAST: 'MEDIUM',
  CITY_PLUS_ROAST: 'MEDIUM',
  FULL_CITY_ROAST: 'MEDIUM',
  FULL_CITY_PLUS_ROAST: 'MEDIUM_DARK',
  VIEANNA_ROAST: 'DARK',
  ITALIAN_ROAST: 'DARK',
  FRENCH_ROAST: 'DARK',
}
