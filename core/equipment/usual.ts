import type { MethodId } from '../grind/methods.ts'
import type { Grinders, Machines } from './equipment.ts'

/** The dial that most people know, for who has named none. */
export function usualGrinder({ grinders }: { grinders: Grinders }) {
  const grinder = grinders.bySlug('comandante-c40-mk4') ?? grinders.list()[0]
  if (!grinder) throw new Error('There is no grinder to show settings on.')
  return grinder
}

/** The brewer that most people have: of all, or of a method. */
export function usualMachine({ machines }: { machines: Machines }, method?: MethodId) {
  const all = machines.list().filter(({ brewMethod }) => method === undefined || brewMethod === method)
  const machine = all.find(({ slug }) => slug === 'hario-v60-02') ?? all[0]
  if (!machine) throw new Error(`There is no machine${method ? ` for ${method}` : ''}.`)
  return machine
}
