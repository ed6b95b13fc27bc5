import type { MethodId } from '../grind/methods.ts'
import type { RoastLevel } from './roast.ts'

/** Beans to be brewed by a given method. */
export interface RestedBeans {
  method: MethodId
  daysOffRoast?: number | null | undefined
  roastLevel?: RoastLevel | null | undefined
}

/**
 * Beans too young or too old for any grind to fix; undefined when they are fine or their age is
 * unknown.
 */
export function beansTrouble(beans: RestedBeans): 'young' | 'stale' | undefined {
  const { daysOffRoast } = beans
  if (daysOffRoast == null) return
  if (daysOffRoast > STALE_DAYS) return 'stale'
  return daysOffRoast < restDays(beans) ? 'young' : undefined
}

/**
 * How long beans should rest. These are our own figures. An unknown roast level counts as medium.
 */
export function restDays({ method, roastLevel }: RestedBeans): number {
  const [light, medium, dark] = method === 'espresso' ? [10, 7, 4] : [5, 4, 2]
  if (roastLevel === 'LIGHT' || roastLevel === 'MEDIUM_LIGHT') return light
  return roastLevel === 'DARK' || roastLevel === 'MEDIUM_DARK' ? dark : medium
}

const STALE_DAYS = 60

/**
 * The ages, in days, between which beans are at their best: from the end of their rest, and the longer
 * the lighter they are roasted. How long is our choice, and ends before they are stale.
 */
export function drinkingWindow(beans: Omit<RestedBeans, 'daysOffRoast'>): { fromDay: number; untilDay: number } {
  const fromDay = restDays(beans)
  return { fromDay, untilDay: Math.min(STALE_DAYS, fromDay + bestDays(beans.roastLevel)) }
}

function bestDays(roastLevel: RoastLevel | null | undefined) {
  if (roastLevel === 'LIGHT' || roastLevel === 'MEDIUM_LIGHT') return 42
  return roastLevel === 'DARK' || roastLevel === 'MEDIUM_DARK' ? 28 : 35
}
