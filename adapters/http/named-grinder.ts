import type * as v from 'valibot'
import type { Grinders } from '../../core/equipment/equipment.ts'
import { Fault, faultAt } from '../../core/errors.ts'
import { grinderMeant, grinderOf } from '../../core/grind/find.ts'
import { entriesOf } from '../schemas/coerce.ts'

type FindGrinder = (given: unknown, grinders: Grinders) => unknown

/**
 * Where a request takes the id of a grinder, it may also send its slug or an unambiguous name, as
 * `grinderId` or, unless the endpoint has a `grinder` field of its own, as `grinder`. A name that
 * matches none or several is 404 in a path and 400 elsewhere. An id from before a grinder came into
 * the catalog becomes the one it has now.
 */
export function grinderNamed(schema: v.GenericSchema, inPath: readonly string[]): FindGrinder {
  const { grinderId, grinder } = entriesOf(schema)
  if (!grinderId) return given => given
  return (given, grinders) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
    const { grinderId, grinder: other }: { grinderId?: unknown; grinder?: unknown } = given
    const name = grinderId ?? (grinder ? undefined : other)
    const also = grinder || grinderId == null ? undefined : other
    try {
      const found = isName(name) ? grinderOf(grinders, name).id : grinders.byId(Number(name))?.id
      const meant = isName(also) ? grinderMeant(grinders.list(), also) : undefined
      if (meant && meant.id !== (found ?? Number(name)))
        throw faultAt(['grinderId'], 'and grinder name two grinders; send only one.')
      return found === undefined || found === Number(name) ? given : { ...given, grinderId: found }
    } catch (error) {
      if (inPath.includes('grinderId') || !(error instanceof Fault)) throw error
      throw new Fault('invalid', error.message)
    }
  }
}

/** A number is an id. */
const isName = (given: unknown): given is string => typeof given === 'string' && Number.isNaN(Number(given))
