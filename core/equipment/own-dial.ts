import type { Person } from '../accounts/model.ts'
import { indexOnDial } from '../grind/given.ts'
import { labelOf } from '../grind/notation.ts'
import { grinderRef } from '../grind/ref.ts'
import type { AnyStoredGrinder, GrinderPorts } from './own-grinders.ts'

/** A setting as a brew or a recipe has it. */
interface StoredSetting {
  grindSetting: number | null
  grindIndex: number | null
}

/** Any grinder as this person's dial really is. */
export async function ownDialsOf({ id }: Person, { grinders, ownGrinders }: GrinderPorts) {
  const calibrated = await ownGrinders.calibratedBy(id)
  return (grinderId: number): AnyStoredGrinder | undefined => calibrated.get(grinderId) ?? grinders.byId(grinderId)
}

/** By today's curve of its owner's grinder, which may be another than when it was stored; without a dial or a setting, as it was stored. */
export const indexOnOwnDial = ({ grindSetting, grindIndex }: StoredSetting, grinder: AnyStoredGrinder | undefined) =>
  grinder && grindSetting !== null ? indexOnDial(grinder, grindSetting) : grindIndex

/** A setting as the owner of the grinder reads it. One that is off the dial has no label. */
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
