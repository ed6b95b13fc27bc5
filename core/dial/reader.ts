import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { type AnyStoredGrinder, type GrinderPorts, grinderFor } from '../equipment/own-grinders.ts'
import { type OwnedEquipment, usedFirst } from '../equipment/owned-equipment.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { grinderOf } from '../grind/find.ts'

export const MINE = 'mine'

/** On which dial to read something; `outcome` says what comes of it. */
export const onDialOf = (outcome: string) => ({
  grinder: v.optional(
    v.pipe(
      field.text(1, 200),
      v.description(
        `Slug or name of a grinder, or "${MINE}": your default one, else the first you had. ${outcome}; signed in, by your own calibration.`,
      ),
    ),
  ),
})

/** On which dial to read recipes. */
export const onDial = onDialOf('Each recipe then has onGrinder, its grind on that dial')

/** On which dial to read recipes in a reply that is the same for everybody: a published one, nobody's calibrated one. */
export const onPublishedDial = {
  grinder: v.optional(
    v.pipe(
      field.text(1, 200),
      v.description('Slug or name of a grinder; each recipe then has onGrinder, its grind on that dial.'),
    ),
  ),
}

/** Who reads recipes, and the dial they want them on. */
export interface Reader {
  person: Person | undefined
  dial: AnyStoredGrinder | undefined
}

export interface AskedDialPorts extends GrinderPorts {
  ownedEquipment: OwnedEquipment
}

export async function readerOf(
  grinder: string | undefined,
  ports: AskedDialPorts,
  person: Person | undefined,
): Promise<Reader> {
  if (grinder === undefined) return { person, dial: undefined }
  const id =
    grinder === MINE ? await defaultGrinder(ports.ownedEquipment, person) : grinderOf(ports.grinders, grinder).id
  return { person, dial: await grinderFor(person, id, ports) }
}

async function defaultGrinder({ grinders }: OwnedEquipment, person: Person | undefined) {
  if (!person) throw new Fault('not-signed-in', `Sign in first: grinder=${MINE} asks for your own grinder.`)
  const own = usedFirst(await grinders.list(person.id))
  if (own) return own.itemId
  throw new Fault('invalid', `grinder=${MINE} needs a grinder of yours: add one, or name one by its slug.`)
}
