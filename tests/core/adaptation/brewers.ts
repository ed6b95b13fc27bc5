import * as v from 'valibot'
import { Machine } from '../../../core/equipment/model.ts'
import shippedMachines from '../../../db/data/machines.json' with { type: 'json' }

/** Every machine that ships. */
export const brewers = v.parse(v.array(Machine), shippedMachines)

export function brewerOf(slug: string): Machine {
  const brewer = brewers.find(machine => machine.slug === slug)
  if (!brewer) throw new Error(`No machine ${slug} ships.`)
  return brewer
}
