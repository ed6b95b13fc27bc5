import type { Person } from '../accounts/model.ts'
import { indexOnDial } from '../grind/given.ts'
import { labelOf } from '../grind/notation.ts'
import { grinderRef } from '../grind/ref.ts'
import type { AnyStoredGrinder, GrinderPorts } from './own-grinders.ts'

/** A setting as stored in a brew or a recipe. */
interface StoredSetting {
  grindSetting: number | null
  grindIndex: number | null
}

/** Looks up any grinder with this person's calibration. */
export async function ownDialsOf({ id }: Person, { grinders, ownGrinders }: GrinderPorts) {
  const calibrated = await ownGrinders.calibratedBy(id)
  return (grinderId: number): AnyStoredGrinder | undefined => calibrated.get(grinderId) ?? grinders.byId(grinderId)
}

/**
 * Uses the current curve of the owner's grinder, which may have changed since the brew was stored.
 * Without a grinder or a setting, the index is the stored one.
 */
export const indexOnOwnDial = ({ grindSetting, grindIndex }: StoredSetting, grinder: AnyStoredGrinder | undefined) =>
  grinder && grindSetting !== null ? indexOnDial(grinder, grindSetting) : grindIndex

/** A setting as the owner of the grinder reads it. A setting off the dial has no label. */
export function presentOnOwnDial(stored: StoredSetting, grinder: AnyStoredGrinder | undefined) {
  const { grindSetting } = stored
  const grindIndex = indexOnOwnDial(stored, grinder)
  const isShown = grinder && grindSetting !== null && grindIndex !== null
  return {
    grindIndex,
    grindLabel: isShown ? labelOf(grinder, grindSetting) : null,
    grinder: grinder ? { ...grinderRef(grinder), calibrated: grinder.calibrated === true } : null,
  }
}
