import { Fault } from '../../../../core/errors.ts'

export type Params = Record<string, string>

/** The id in an address; one that can be none names nothing. */
export function idOf({ id = '' }: Params): number {
  if (!/^[1-9]\d{0,8}$/.test(id)) throw new Fault('not-found', 'There is nothing at this address.')
  return Number(id)
}
