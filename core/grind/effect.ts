import type { MethodId } from './methods.ts'

/** What turning the dial does to a brew. */
export const grindEffect = (way: 'finer' | 'coarser', method: MethodId): string =>
  (steeped.has(method) ? effectsSteeped : effects)[way]

/** In immersion methods, the grind does not slow the water. */
const steeped: ReadonlySet<MethodId> = new Set([
  'french_press',
  'cold_brew',
  'turkish',
  'clever',
  'aeropress',
  'siphon',
])

const effectsSteeped = {
  coarser: 'Coarser extracts less.',
  finer: 'Finer extracts more.',
}

const effects = {
  coarser: 'Coarser lets the water through faster and extracts less.',
  finer: 'Finer slows the water down and extracts more.',
}
