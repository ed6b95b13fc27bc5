import * as v from 'valibot'
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
} from '../../../core/equipment/owned-equipment.ts'
import * as field from '../../../core/fields.ts'
import {
  Calibrated,
  CalibrateGrinder,
  calibrateGrinder,
  forgetCalibration,
  GrinderId,
  getCalibration,
} from '../../../core/grind/own-grinders.ts'
import { endpoint } from '../endpoint.ts'

export const ownedEquipment = [
  endpoint({
    route: 'GET /api/user/grinders',
    summary: 'Your grinders, the default first',
    access: 'member',
    input: field.nothing,
    reply: v.object({ grinders: v.array(OwnedGrinder) }),
    run: listOwnedGrinders,
  }),
  endpoint({
    route: 'POST /api/user/grinders',
    summary: 'Add a grinder of yours, or change its nickname or whether it is the default',
    access: 'member',
    input: AddGrinder,
    reply: v.object({ grinder: OwnedGrinder }),
    status: 201,
    run: addGrinder,
  }),
  endpoint({
    route: 'DELETE /api/user/grinders',
    summary: 'Take a grinder off your list, with its calibration; of the others none becomes the default',
    access: 'member',
    input: RemoveGrinder,
    reply: field.succeeded,
    run: async ({ grinderId }, { ownedEquipment }, person) => {
      await ownedEquipment.grinders.remove(person.id, grinderId)
      return { success: true as const }
    },
  }),
  endpoint({
    route: 'POST /api/user/grinders/calibrate',
    summary: 'Fit the curve of your grinder to what you tasted; replaces an earlier calibration',
    access: 'member',
    input: CalibrateGrinder,
    reply: Calibrated,
    faults: ['setting-off-dial'],
    run: calibrateGrinder,
  }),
  endpoint({
    route: 'GET /api/user/grinders/:grinderId/calibration',
    summary: 'What you tasted on a grinder of yours, and the curve that follows from it',
    access: 'member',
    input: GrinderId,
    reply: Calibrated,
    faults: ['grinder-not-found'],
    run: getCalibration,
  }),
  endpoint({
    route: 'DELETE /api/user/grinders/:grinderId/calibration',
    summary: 'Go back to the published curve of a grinder of yours',
    access: 'member',
    input: GrinderId,
    reply: field.succeeded,
    faults: ['grinder-not-found'],
    run: forgetCalibration,
  }),
  endpoint({
    route: 'GET /api/user/machines',
    summary: 'Your brewers and machines, the default first',
    access: 'member',
    input: field.nothing,
    reply: v.object({ machines: v.array(OwnedMachine) }),
    run: listOwnedMachines,
  }),
  endpoint({
    route: 'POST /api/user/machines',
    summary: 'Add a brewer of yours, or change its nickname or whether it is the default',
    access: 'member',
    input: AddMachine,
    reply: v.object({ machine: OwnedMachine }),
    status: 201,
    run: addMachine,
  }),
  endpoint({
    route: 'DELETE /api/user/machines',
    summary: 'Take a brewer off your list; of the others none becomes the default',
    access: 'member',
    input: RemoveMachine,
    reply: field.succeeded,
    run: async ({ machineId }, { ownedEquipment }, person) => {
      await ownedEquipment.machines.remove(person.id, machineId)
      return { success: true as const }
    },
  }),
  endpoint({
    route: 'GET /api/user/filters',
    summary: 'Your filters, the default first',
    access: 'member',
    input: field.nothing,
    reply: v.object({ filters: v.array(OwnedFilter) }),
    run: listOwnedFilters,
  }),
  endpoint({
    route: 'POST /api/user/filters',
    summary: 'Add a filter of yours, or change its nickname or whether it is the default',
    access: 'member',
    input: AddFilter,
    reply: v.object({ filter: OwnedFilter }),
    status: 201,
    run: addFilter,
  }),
  endpoint({
    route: 'DELETE /api/user/filters',
    summary: 'Take a filter off your list; of the others none becomes the default',
    access: 'member',
    input: RemoveFilter,
    reply: field.succeeded,
    run: async ({ filterId }, { ownedEquipment }, person) => {
      await ownedEquipment.filters.remove(person.id, filterId)
      return { success: true as const }
    },
  }),
]
