import * as v from 'valibot'
import {
  GrinderPreview,
  PreviewGrinder,
  previewGrinder,
  ReviseGrinder,
} from '../../../core/equipment/described-grinders.ts'
import { convertOnOwnDials } from '../../../core/equipment/own-convert.ts'
import {
  Calibrated,
  CalibrateGrinder,
  calibrateGrinder,
  forgetCalibration,
  GrinderId,
  getCalibration,
} from '../../../core/equipment/own-grinders.ts'
import {
  AddFilter,
  AddGrinder,
  AddMachine,
  addFilter,
  addGrinder,
  addMachine,
  listOwnedFilters,
  listOwnedGrinders,
  listOwnedMachines,
  OwnedFilter,
  OwnedGrinder,
  OwnedMachine,
  RemoveFilter,
  RemoveGrinder,
  RemoveMachine,
  removeGrinder,
  reviseGrinder,
} from '../../../core/equipment/owned-equipment.ts'
import * as field from '../../../core/fields.ts'
import { Conversion } from '../../../core/grind/convert.ts'
import { ConvertGrindSetting } from '../../../core/grind/grinders.ts'
import { endpoint } from '../endpoint.ts'
import { perMinute } from '../limits.ts'

/** A grinder that the catalog lacks. */
const zerno = {
  brand: 'Zerno',
  name: 'Z1',
  drive: 'electric' as const,
  burrType: 'flat' as const,
  minSetting: 0,
  maxSetting: 9,
  step: 0.1,
  known: [
    { setting: 4.5, method: 'v60' as const },
    { setting: 6.2, like: { grinder: 'comandante-c40-mk4', setting: 31 } },
  ],
}

export const ownedEquipment = [
  endpoint({
    route: 'GET /api/user/grinders',
    summary: 'Your grinders, the default first',
    description: 'What you own, with whether you have calibrated it.',
    access: 'member',
    input: field.nothing,
    reply: v.object({ grinders: v.array(OwnedGrinder) }),
    run: listOwnedGrinders,
  }),
  endpoint({
    route: 'POST /api/user/grinders',
    summary: 'Add one of your grinders, or change its nickname or default',
    description:
      'Adding one again changes its nickname or makes it the default. For a grinder that we do not know, send `ownGrinder` instead of `grinderId`: its dial and one to three settings you know. Only you see it.',
    access: 'member',
    input: AddGrinder,
    example: { grinderId: 48, isDefault: true, nickname: 'The red one' },
    reply: v.object({ grinder: OwnedGrinder }),
    status: 201,
    faults: ['setting-off-dial', 'grinder-not-found'],
    run: addGrinder,
  }),
  endpoint({
    route: 'DELETE /api/user/grinders',
    name: 'removeGrinder',
    summary: 'Remove a grinder and its calibration; no other grinder becomes the default',
    description: 'Also deletes its calibration. No error if you don’t have it.',
    access: 'member',
    input: RemoveGrinder,
    example: { grinderId: 48 },
    reply: field.succeeded,
    run: removeGrinder,
  }),
  endpoint({
    route: 'PATCH /api/user/grinders/:grinderId',
    summary: 'Change what you said of a grinder that we do not know',
    description: 'Its curve is drawn again, and its calibration is fitted to the new one.',
    access: 'member',
    input: ReviseGrinder,
    example: { grinderId: 221, ownGrinder: zerno },
    reply: v.object({ grinder: OwnedGrinder }),
    faults: ['grinder-not-found', 'setting-off-dial'],
    run: reviseGrinder,
  }),
  endpoint({
    route: 'POST /api/user/grinders/preview',
    summary: 'The curve that a description of your grinder gives, without saving it',
    description: 'For showing it while somebody describes their grinder: a chart, the curve, and how sure it is.',
    access: 'member',
    limit: perMinute(120),
    input: PreviewGrinder,
    example: { ownGrinder: zerno },
    reply: GrinderPreview,
    faults: ['grinder-not-found', 'setting-off-dial'],
    run: previewGrinder,
  }),
  endpoint({
    route: 'GET /api/user/convert',
    summary: 'What a setting on one of your grinders is on another, and the range it lies in',
    description:
      'As `/api/v1/convert`, which does not know you; this one also takes grinders that you described, and uses your calibrations.',
    access: 'member',
    input: ConvertGrindSetting,
    example: { from: 'comandante-c40-mk4', setting: 24, to: '1zpresso-k-ultra' },
    reply: Conversion,
    faults: ['grinder-not-found', 'setting-off-dial'],
    run: convertOnOwnDials,
  }),
  endpoint({
    route: 'POST /api/user/grinders/calibrate',
    summary: 'Fit the curve of your grinder to what you tasted; replaces an earlier calibration',
    description:
      'From settings that you tasted: what was right, too fine or too coarse. Replaces the previous calibration, and is used from then on.',
    access: 'member',
    input: CalibrateGrinder,
    example: { grinderId: 48, references: [{ grindIndex: 40, setting: 26, feedback: 'JUST_RIGHT' }] },
    reply: Calibrated,
    faults: ['setting-off-dial'],
    run: calibrateGrinder,
  }),
  endpoint({
    route: 'GET /api/user/grinders/:grinderId/calibration',
    summary: 'What you tasted on one of your grinders, and the resulting curve',
    description: 'Your points, and the curve that they give.',
    access: 'member',
    input: GrinderId,
    example: { grinderId: 48 },
    reply: Calibrated,
    faults: ['grinder-not-found'],
    run: getCalibration,
  }),
  endpoint({
    route: 'DELETE /api/user/grinders/:grinderId/calibration',
    summary: 'Reset a grinder to its published curve',
    description: 'Uses the published curve again from then on.',
    access: 'member',
    input: GrinderId,
    example: { grinderId: 48 },
    reply: field.succeeded,
    faults: ['grinder-not-found'],
    run: forgetCalibration,
  }),
  endpoint({
    route: 'GET /api/user/machines',
    summary: 'Your brewers and machines, the default first',
    description: 'What you brew with.',
    access: 'member',
    input: field.nothing,
    reply: v.object({ machines: v.array(OwnedMachine) }),
    run: listOwnedMachines,
  }),
  endpoint({
    route: 'POST /api/user/machines',
    summary: 'Add one of your brewers, or change its nickname or default',
    description: 'Adding one again changes its nickname or makes it the default.',
    access: 'member',
    input: AddMachine,
    example: { machineId: 67, isDefault: true },
    reply: v.object({ machine: OwnedMachine }),
    status: 201,
    run: addMachine,
  }),
  endpoint({
    route: 'DELETE /api/user/machines',
    name: 'removeMachine',
    summary: 'Take a brewer off your list; of the others none becomes the default',
    description: 'One that you do not have is no fault.',
    access: 'member',
    input: RemoveMachine,
    example: { machineId: 67 },
    reply: field.succeeded,
    run: async ({ machineId }, { ownedEquipment }, person) => {
      await ownedEquipment.machines.remove(person.id, machineId)
      return { success: true as const }
    },
  }),
  endpoint({
    route: 'GET /api/user/filters',
    summary: 'Your filters, the default first',
    description: 'What you filter with.',
    access: 'member',
    input: field.nothing,
    reply: v.object({ filters: v.array(OwnedFilter) }),
    run: listOwnedFilters,
  }),
  endpoint({
    route: 'POST /api/user/filters',
    summary: 'Add one of your filters, or change its nickname or default',
    description: 'Adding one again makes it the default.',
    access: 'member',
    input: AddFilter,
    example: { filterId: 1, isDefault: true },
    reply: v.object({ filter: OwnedFilter }),
    status: 201,
    run: addFilter,
  }),
  endpoint({
    route: 'DELETE /api/user/filters',
    name: 'removeFilter',
    summary: 'Take a filter off your list; of the others none becomes the default',
    description: 'One that you do not have is no fault.',
    access: 'member',
    input: RemoveFilter,
    example: { filterId: 1 },
    reply: field.succeeded,
    run: async ({ filterId }, { ownedEquipment }, person) => {
      await ownedEquipment.filters.remove(person.id, filterId)
      return { success: true as const }
    },
  }),
]
