import type { MethodId } from '../grind/methods.ts'
import type { Grinders, Machines } from './equipment.ts'

const BEST_KNOWN = 'comandante-c40-mk4'
const NEXT_KNOWN = '1zpresso-k-ultra'

/** The best-known grinder, for people who have not chosen one. */
export const usualGrinder = (ports: { grinders: Grinders }) => grinderCalled(BEST_KNOWN, ports)

/** A well-known grinder to compare another one with. */
export const usualBeside = ({ slug }: { slug: string }, ports: { grinders: Grinders }) =>
  grinderCalled(slug === NEXT_KNOWN ? BEST_KNOWN : NEXT_KNOWN, ports)

function grinderCalled(slug: string, { grinders }: { grinders: Grinders }) {
  const grinder = grinders.bySlug(slug) ?? grinders.list()[0]
  if (!grinder) throw new Error('There is no grinder to show settings on.')
  return grinder
}

/** A common brewer for each method, one that works as the method usually does. */
const wellKnown: Readonly<Record<MethodId, string>> = {
  turkish: 'soy-copper-cezve',
  espresso: 'breville-dual-boiler',
  moka: 'bialetti-moka-express-3-cup',
  aeropress: 'aeropress-original',
  siphon: 'hario-technica-tca-3',
  v60: 'hario-v60-02',
  kalita: 'kalita-wave-185',
  drip: 'technivorm-moccamaster-kbgv-select',
  clever: 'clever-dripper-large',
  chemex: 'chemex-classic-6-cup',
  french_press: 'bodum-chambord-8-cup',
  cold_brew: 'hario-mizudashi-1-l',
}

/** The most common brewer, overall or for a method. */
export function usualMachine({ machines }: { machines: Machines }, method?: MethodId) {
  const all = machines.list().filter(({ brewMethod }) => method === undefined || brewMethod === method)
  const machine = all.find(({ slug }) => slug === wellKnown[method ?? 'v60']) ?? all[0]
  if (!machine) throw new Error(`There is no machine${method ? ` for ${method}` : ''}.`)
  return machine
}
