import * as v from 'valibot'
import type { StoredMachine } from '../equipment/equipment.ts'
import { GivenMethod, type MethodId } from '../grind/methods.ts'
import { givenName, meantBy } from '../grind/naming.ts'
import { folded } from '../names.ts'

/** Brewers and ways to brew that people name, and the method of each: ours, or the closest one. */
const said: [MethodId, ...string[]][] = [
  ['turkish', 'turkish', 'ibrik', 'cezve'],
  ['espresso', 'espresso', 'flair', 'ristretto', 'lungo', 'robot', 'portafilter', 'lever'],
  ['moka', 'moka', 'bialetti', 'stovetop'],
  ['aeropress', 'aeropress', 'aero press'],
  ['siphon', 'siphon', 'syphon', 'vacuum pot'],
  ['v60', 'v60', 'pour over', 'pourover', 'origami', 'kono', 'hario', 'filter', 'dripper', 'cone', 'hand drip'],
  ['kalita', 'kalita', 'wave', 'orea', 'april', 'stagg', 'flat bottom'],
  ['drip', 'drip', 'moccamaster', 'batch brew', 'batch', 'auto drip', 'coffee maker'],
  ['clever', 'clever', 'switch', 'hario switch'],
  ['chemex', 'chemex'],
  ['french_press', 'french press', 'cafetiere', 'plunger', 'press pot'],
  ['cold_brew', 'cold brew', 'coldbrew', 'toddy', 'cold drip'],
]

/** The longest name comes first, so that "Hario Switch" is no V60. */
const names = said
  .flatMap(([method, ...all]) => all.map(name => ({ method, name })))
  .sort((one, other) => other.name.length - one.name.length)

/** No brewer has a longer name. */
const LONGEST_BREWER = 100

/** The method that a cell names, or that the brewer in it belongs to. */
export function methodInCell(cell: string, machines: readonly StoredMachine[]): MethodId | undefined {
  const method = v.safeParse(GivenMethod, cell)
  if (method.success) return method.output
  if (cell === '' || cell.length > LONGEST_BREWER) return undefined
  const { found, isTelling } = meantBy(givenName(cell), machines)
  const methods = new Set(found.map(({ brewMethod }) => brewMethod))
  const [one] = methods
  if (one !== undefined && methods.size === 1 && isTelling) return one
  const words = ` ${folded(cell).replace(/[^a-z0-9]+/g, ' ')} `
  return names.find(({ name }) => words.includes(` ${name} `))?.method
}
