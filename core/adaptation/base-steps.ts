import type { MethodId } from '../grind/methods.ts'
import type { Steps } from '../recipes/steps.ts'

/** What to do when, for the amounts and the time of each base recipe (base.ts). Our choice, as guides commonly go. */
export const baseSteps: Readonly<Record<MethodId, Steps>> = {
  espresso: [
    { atSeconds: 0, action: 'start', note: 'Pump on; the first drops come after 5 to 8 seconds' },
    { atSeconds: 28, action: 'stop', toGrams: 36, note: 'By the weight in the cup' },
  ],
  moka: [
    { atSeconds: 0, action: 'heat', toGrams: 180, note: 'The hot water to below the valve; low heat, lid open' },
    { atSeconds: 120, action: 'wait', note: 'The coffee comes: turn the heat down' },
    { atSeconds: 195, action: 'stop', note: 'At the first gurgle take it off and cool the base' },
  ],
  aeropress: [
    { atSeconds: 0, action: 'pour', toGrams: 225 },
    { atSeconds: 10, action: 'stir', note: 'Three times, then the plunger on as a seal' },
    { atSeconds: 15, action: 'steep' },
    { atSeconds: 90, action: 'swirl' },
    { atSeconds: 95, action: 'press', note: 'Gently, and stop at the hiss' },
  ],
  v60: [
    { atSeconds: 0, action: 'bloom', toGrams: 45 },
    { atSeconds: 10, action: 'swirl' },
    { atSeconds: 45, action: 'pour', toGrams: 150 },
    { atSeconds: 80, action: 'pour', toGrams: 245 },
    { atSeconds: 110, action: 'swirl' },
    { atSeconds: 115, action: 'drain' },
  ],
  kalita: [
    { atSeconds: 0, action: 'bloom', toGrams: 60 },
    { atSeconds: 45, action: 'pour', toGrams: 150 },
    { atSeconds: 80, action: 'pour', toGrams: 240 },
    { atSeconds: 115, action: 'pour', toGrams: 325 },
    { atSeconds: 135, action: 'drain' },
  ],
  chemex: [
    { atSeconds: 0, action: 'bloom', toGrams: 90 },
    { atSeconds: 45, action: 'pour', toGrams: 250 },
    { atSeconds: 90, action: 'pour', toGrams: 400 },
    { atSeconds: 130, action: 'pour', toGrams: 500 },
    { atSeconds: 150, action: 'swirl' },
    { atSeconds: 155, action: 'drain' },
  ],
  drip: [
    { atSeconds: 0, action: 'start', toGrams: 1000, note: 'Cold water in the tank, the coffee level in its filter' },
    { atSeconds: 330, action: 'serve', note: 'Swirl the jug first' },
  ],
  clever: [
    { atSeconds: 0, action: 'pour', toGrams: 300 },
    { atSeconds: 20, action: 'stir' },
    { atSeconds: 25, action: 'steep', note: 'Lid on' },
    { atSeconds: 145, action: 'stir' },
    { atSeconds: 150, action: 'drain', note: 'Onto the cup' },
  ],
  siphon: [
    { atSeconds: 0, action: 'stir', toGrams: 300, note: 'The water is up: coffee in, stir it under' },
    { atSeconds: 45, action: 'stir' },
    { atSeconds: 75, action: 'stop', note: 'Heat off, stir once' },
    { atSeconds: 80, action: 'drain' },
  ],
  french_press: [
    { atSeconds: 0, action: 'pour', toGrams: 500 },
    { atSeconds: 15, action: 'stir' },
    { atSeconds: 20, action: 'steep', note: 'Lid on, plunger up' },
    { atSeconds: 240, action: 'plunge', note: 'Slowly, and pour it all at once' },
  ],
  cold_brew: [
    { atSeconds: 0, action: 'pour', toGrams: 880 },
    { atSeconds: 60, action: 'stir', note: 'Until no coffee is dry' },
    { atSeconds: 120, action: 'steep', note: 'Covered' },
    { atSeconds: 61_200, action: 'drain', note: 'Through the filter, without pressing' },
  ],
  turkish: [
    { atSeconds: 0, action: 'stir', toGrams: 70, note: 'Coffee and warm water in the cezve' },
    { atSeconds: 10, action: 'heat', note: 'Low, and do not stir again' },
    { atSeconds: 150, action: 'stop', note: 'When the foam rises, before it boils' },
  ],
}

/** What a figure does not say. */
export const baseNotes: Partial<Record<MethodId, string>> = {
  moka: 'The water goes in boiling, or just off the boil for a dark roast: cold, it would cook the coffee while it heats.',
  aeropress: 'Two camps publish: championships near 185 F and 1:11, homes near 203 F and 1:14.6. This is between them.',
  cold_brew:
    'Ready to drink. For a concentrate, as most guides make it, take 1:5.8, nearly twice the coffee, and thin it with as much water in the cup.',
  turkish: 'The water starts warm, and the foam ends it.',
}
