import type { MethodId } from '../grind/methods.ts'
import { type BrewedCup, brewedLike } from './brewed-cup.ts'

/** What a person can do by hand for a cup, by brewer. Each is a whole sentence. */
interface Handiwork {
  /** Sour and bitter at once: the first thing to try, and the second. */
  even: readonly [string, string]
  /** For a brew that runs through too fast, if not the second of those. */
  slower?: string
  /** Extracts more at the same grind, for a sour or weak cup. */
  more: string
  /** Extracts less, for a bitter or strong one. */
  less: string
}

const pourOver: Handiwork = {
  even: [
    'Wet all of the grounds in the bloom, swirl once, then pour in slow circles from the middle out.',
    'Pour lower and more gently, stay off the walls, and let the bed settle flat: fines that wash to the edge block it.',
  ],
  slower:
    'Pour more slowly, in smaller pours, and stay off the walls, so that the water runs through the coffee and not beside it.',
  more: 'Bloom for 45 seconds with three times the coffee in water, and stir or swirl once before the next pour.',
  less: 'Pour more gently, in fewer pours, and leave out the stir.',
}

const steeped: Handiwork = {
  even: [
    'Stir at the start until no dry clumps are left.',
    'Break up clumps before the water goes in, and pour so that all of the grounds get wet at once.',
  ],
  more: 'Stir once more halfway, and let it steep half a minute longer.',
  less: 'Stir only once, at the start, and end the steep half a minute sooner.',
}

/** A machine that pours or heats by itself leaves less to do by hand. */
export const handiworkFor = (cup: Pick<BrewedCup, 'method' | 'style' | 'brewer'>): Handiwork =>
  cup.brewer?.drive !== 'automatic'
    ? handiwork[brewedLike(cup)]
    : cup.method === 'turkish'
      ? turkishMachine
      : handiwork.drip

/** What speeds up a bed that runs too slowly: the first thing to try, and the second. */
export function unclogging(cup: Pick<BrewedCup, 'method' | 'style' | 'brewer'>): readonly [string, string] {
  const { even } = handiworkFor(cup)
  if (cup.method === 'espresso') return chokedShot
  if (cup.method === 'chemex') return ['Put the three layers of paper over the spout, so that air can escape.', even[1]]
  if (brewedLike(cup) === 'drip' || cup.brewer?.drive === 'automatic') return cloggedBasket
  const drained = unblocked[brewedLike(cup)]
  if (drained) return drained
  return [even[1], 'Leave out the swirl and the stir, and use fewer pours: moving the bed washes fines into the paper.']
}

const cloggedBasket = [
  'Clean the outlet of the basket, check that it opens fully, and leave the grounds unstirred.',
  'Use a fresh paper that fits the basket, and a little less coffee if the basket is nearly full.',
] as const

/** For brewers that steep before the water drains. */
const unblocked: Partial<Record<MethodId, readonly [string, string]>> = {
  clever: [
    'Pour in the water first and the coffee on top of it, so that fines do not settle on the paper.',
    'Rinse the paper, seat it flat, and check that the valve opens fully.',
  ],
  siphon: [
    'Clean the filter: boil the cloth in fresh water, or use a new paper.',
    'Stir less, and take the heat away at once, so that it draws down with more force.',
  ],
}

const chokedShot = [
  'Weigh the dose, stay within what the basket is made for, and tamp level: too much coffee chokes a shot.',
  'Purge the grinder, break up clumps with a needle (WDT), and clean the basket and the shower screen.',
] as const

const handiwork: Readonly<Record<MethodId, Handiwork>> = {
  espresso: {
    even: [
      'Break up clumps with a needle (WDT), level the bed, and tamp flat.',
      'Purge the grinder, weigh the dose, and check the puck for holes: water that finds a channel is the usual cause.',
    ],
    more: 'Stir the grounds with a needle (WDT) and tamp level; preinfuse for a few seconds if your machine can.',
    less: 'Stir the grounds with a needle (WDT) and tamp level: channels make a shot bitter too.',
  },
  moka: {
    even: [
      'Fill the basket level, sweep it flat without tamping, and brew on a low flame.',
      'Check that the gasket seals and the basket is not overfilled, so that the water rises evenly.',
    ],
    more: 'Start with water just off the boil and a low flame, so that it rises slowly.',
    less: 'Lower the flame, and take the pot off as soon as it sputters: the last hot part is the bitter one.',
  },
  aeropress: {
    even: [
      'Stir at the start until no dry clumps are left, then press slowly and evenly.',
      'Wet the grounds with a little water first, and stop pressing at the hiss.',
    ],
    more: 'Stir longer, and let it steep half a minute more before you press.',
    less: 'Stir less, press gently, and stop at the hiss.',
  },
  siphon: {
    ...steeped,
    even: [
      'Stir as soon as the coffee is in, until no dry clumps are left.',
      'Add the coffee only once all of the water has risen, and push it under so that all of it gets wet at once.',
    ],
  },
  v60: pourOver,
  kalita: pourOver,
  chemex: pourOver,
  drip: {
    even: [
      'Level the grounds in the basket, and stir once when they are wet.',
      'Rinse the paper and seat it well, so that no water runs past the coffee.',
    ],
    more: 'Wet the grounds with a little hot water before you start the machine.',
    less: 'Take the basket out before the last slow drips: they are the bitter ones.',
  },
  clever: steeped,
  french_press: {
    even: steeped.even,
    more: 'Stir the crust in after a minute, and let it steep a minute longer before you press.',
    less: 'Leave the crust alone, press slowly, and pour it all out at once so that it does not go on brewing.',
  },
  cold_brew: { ...steeped, more: 'Let it steep two hours longer.', less: 'Strain it two hours sooner.' },
  turkish: {
    even: [
      'Stir well before you heat it, and not again once the foam rises.',
      'Use a smaller flame, so that the whole pot warms at one pace.',
    ],
    more: 'Heat it more slowly: start with cool water on a small flame.',
    less: 'Take it off at the first foam, before it boils.',
  },
}

const turkishMachine: Handiwork = {
  even: [
    'Stir until no dry clumps are left before you start it.',
    'Clean the pot and its sensor, and fill it no higher than its mark.',
  ],
  more: 'Start with colder water, so that it takes longer to foam.',
  less: 'Pour it out as soon as it stops.',
}
