import { type BaseRecipe, baseOf } from '../adaptation/base.ts'
import type { StyleId } from '../adaptation/style-figures.ts'
import { possibleStyle, styledName, stylesFor, unusualStyle } from '../adaptation/styles.ts'
import type { Machines, StoredMachine } from '../equipment/equipment.ts'
import { usualMachine } from '../equipment/usual.ts'
import { type MethodId, methodById, methodIds, methodsAlsoCalled } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import { capital } from '../names.ts'

/** A brew method, or one of its styles, as a search finds it. */
export interface NamedMethod {
  method: MethodId
  /** Null for the usual one. */
  style: StyleId | null
  /** For example "V60", "Iced V60" or "Hybrid Hario Switch 02". */
  name: string
  machine: StoredMachine
  base: BaseRecipe
  /** Who is known for it, if anybody is. */
  knownFor: string | undefined
  /** Other words that people search for it by. */
  alsoCalled: string
}

/** All methods, each with its styles. */
export const namedMethods = (ports: { machines: Machines }): NamedMethod[] =>
  methodIds.flatMap(method =>
    stylesFor(method).map(one => {
      const style = unusualStyle(one)
      const usual = usualMachine(ports, method)
      const able = ports.machines
        .list()
        .filter(other => other.brewMethod === method && possibleStyle(method, one, other))
      const machine =
        [usual.slug, BEST_KNOWN_SWITCH].map(slug => able.find(other => other.slug === slug)).find(Boolean) ?? able[0]
      const brewer = machine && machine !== usual ? fullName(machine) : methodById[method].name
      return {
        method,
        style,
        name: capital(styledName(style, brewer)),
        machine: machine ?? usual,
        base: baseOf(method, style),
        knownFor: style === 'hybrid' ? 'Tetsu Kasuya' : undefined,
        alsoCalled: methodsAlsoCalled[method] ?? '',
      }
    }),
  )

/** What people brew the styles on that need a valve which stays open. */
const BEST_KNOWN_SWITCH = 'hario-switch-02'
