import * as v from 'valibot'
import { faultOf } from '../errors.ts'

/** What another use case takes; a fault if the figures that follow from what was said are beyond its bounds. */
export function acceptedBy<S extends v.GenericSchema>(schema: S, given: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, given)
  if (parsed.success) return parsed.output
  throw faultOf(parsed.issues[0])
}
