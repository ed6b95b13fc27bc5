import type { BrewedCup } from './brewed-cup.ts'

type Aged = Pick<BrewedCup, 'method' | 'daysOffRoast' | 'roastLevel'>

/** Beans that are too young or too old for any dial to put right; undefined where they are fine or nobody said. */
export function beansTrouble(beans: Aged): 'young' | 'stale' | undefined {
  const { daysOffRoast } = beans
  if (daysOffRoast === null) return
  if (daysOffRoast > STALE_DAYS) return 'stale'
  return daysOffRoast < restDays(beans) ? 'young' : undefined
}

/** How long beans should rest. Our choice; a roast that nobody named counts as medium. */
export function restDays({ method, roastLevel }: Omit<Aged, 'daysOffRoast'>): number {
  const [light, medium, dark] = method === 'espresso' ? [10, 7, 4] : [5, 4, 2]
  if (roastLevel === 'LIGHT' || roastLevel === 'MEDIUM_LIGHT') return light
  return roastLevel === 'DARK' || roastLevel === 'MEDIUM_DARK' ? dark : medium
}

const STALE_DAYS = 60
