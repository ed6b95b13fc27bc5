import type * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { type Conversion, convert } from '../grind/convert.ts'
import { grinderOf } from '../grind/find.ts'
import type { ConvertGrindSetting } from '../grind/grinders.ts'
import type { GrinderPorts } from './own-grinders.ts'

/** As anybody converts, but between all grinders that the person sees, with their calibrations. */
export async function convertOnOwnDials(
  { from, setting, to }: v.InferOutput<typeof ConvertGrindSetting>,
  { grinders, ownGrinders }: GrinderPorts,
  person: Person,
): Promise<Conversion> {
  const own = (name: string) => ownGrinders.of(person.id, grinderOf(grinders, name).id)
  return convert(await own(from), setting, await own(to))
}
