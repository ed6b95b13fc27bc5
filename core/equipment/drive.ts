import type { MethodId } from '../grind/methods.ts'

/**
 * What heats the water: the person's own kettle, a machine that can be set, or a machine that
 * cannot.
 */
export const heats = ['kettle', 'settable', 'fixed'] as const
export type Heat = (typeof heats)[number]

/** What drives the water through the coffee. */
export const machineDrives = [
  'hand_pour',
  'automatic',
  'immersion',
  'immersion_valve',
  'press',
  'pump',
  'lever',
  'steam',
  'stove',
  'vacuum',
  'pot',
] as const
export type Drive = (typeof machineDrives)[number]

/**
 * The drives that a method has steps for, the usual one first. A hand pump such as the Picopresso's
 * is a press.
 */
export const drivesOf: Readonly<Record<MethodId, readonly [Drive, ...Drive[]]>> = {
  turkish: ['pot', 'automatic'],
  espresso: ['pump', 'lever', 'press', 'stove', 'steam'],
  moka: ['stove'],
  aeropress: ['press'],
  siphon: ['vacuum'],
  v60: ['hand_pour', 'automatic'],
  kalita: ['hand_pour', 'automatic'],
  drip: ['automatic'],
  clever: ['immersion_valve'],
  chemex: ['hand_pour', 'automatic'],
  french_press: ['immersion'],
  cold_brew: ['immersion'],
}

/**
 * Used when no machine is named. Most drip machines and every siphon have a fixed temperature; an
 * espresso machine can be set.
 */
const usualHeat: Partial<Record<MethodId, Heat>> = { drip: 'fixed', siphon: 'fixed', espresso: 'settable' }

/** The facts that decide a recipe's steps and who sets its temperature. */
export interface Device {
  heat: Heat
  drive: Drive
  hasLid: boolean
}

/** How a machine works. What is unknown is filled in with what is usual for the method. */
export function deviceFor(
  method: MethodId,
  machine?: { heat: Heat | null; drive: Drive | null; hasLid: boolean | null },
): Device {
  const drive = machine?.drive
  return {
    heat: machine?.heat ?? usualHeat[method] ?? 'kettle',
    drive: drive && drivesOf[method].includes(drive) ? drive : drivesOf[method][0],
    hasLid: machine?.hasLid ?? true,
  }
}
