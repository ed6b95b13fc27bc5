import * as v from 'valibot'
import { Machine } from '../../core/equipment/model.ts'
import machines from './machines.json' with { type: 'json' }

const list = v.parse(v.array(Machine), machines)

/** The machines that ship with the code. */
export const shippedMachines = { list: () => list }
