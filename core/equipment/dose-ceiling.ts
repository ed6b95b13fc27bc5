import type { MethodId } from '../grind/methods.ts'
import type { Machine } from './model.ts'

/**
 * Grams of water that a brewer must hold for each gram of coffee, which limits the dose. Our
 * choice: a V60 02 takes 50 g, an AeroPress 31 g, a Toddy 350 g. thecoffeekits.com recommends up to
 * 24, 42 and 60 g for a V60 01, 02 and 03; we allow the larger two more, so that poured recipes of
 * every strength still fill the brewer. Espresso and moka have a basket of known size. A French
 * press and a cezve are limited by their water only.
 */
const waterPerGram: Partial<Record<MethodId, number>> = {
  aeropress: 8,
  v60: 14,
  kalita: 14,
  chemex: 14,
  drip: 14,
  siphon: 12,
  clever: 13,
  cold_brew: 6,
}

/**
 * A Switch's capacity is measured with the valve closed; its cone takes as much coffee as a V60
 * with a larger capacity.
 */
const OPEN_VALVE = 9

/** An xBloom takes up to 18 g of coffee, and 300 g of water; from its app. */
const SMALL_DRIPPER = 16.6

/** A strainer holds less coffee than the jar around it: just enough to fill the jar in the usual ratio of 1:11. */
const STRAINER = 10.9

/** A flannel has no paper to clog: Blue Bottle fills one of 240 ml with 50 g. */
const FLANNEL = 4.8

/** In whole grams; undefined when only the water limits the dose. */
export function doseCeiling(
  method: MethodId,
  machine: Pick<Machine, 'maxWaterGrams' | 'hasLid' | 'traits' | 'filterType'>,
) {
  const perGram =
    method === 'clever' && machine.hasLid === false
      ? OPEN_VALVE
      : machine.traits?.includes('strainer')
        ? STRAINER
        : machine.traits?.includes('small_dripper')
          ? SMALL_DRIPPER
          : method === 'v60' && machine.filterType === 'cloth'
            ? FLANNEL
            : waterPerGram[method]
  return perGram === undefined || machine.maxWaterGrams === null
    ? undefined
    : Math.floor(machine.maxWaterGrams / perGram)
}
