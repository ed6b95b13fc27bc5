import { Fault } from '../../../../core/errors.ts'
import { idIn } from '../query.ts'

export type Params = Record<string, string>

/** The id in a URL. An invalid id is treated as unknown. */
export function idOf(params: Params): number {
  const id = idIn(params.id)
  if (id === undefined) throw new Fault('not-found', 'There is nothing at this address.')
  return id
}
