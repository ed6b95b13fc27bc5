import * as v from 'valibot'
import { faultOf } from '../errors.ts'

/** Input for another use case. What follows from what a person said may be out of its bounds, which is a fault. */
export function acceptedBy<S extends v.GenericSchema>(schema: S, given: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, given)
  if (parsed.success) return parsed.output
  throw faultOf(parsed.issues[0])
}
