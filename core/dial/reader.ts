import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { type AnyStoredGrinder, type GrinderPorts, grinderFor } from '../equipment/own-grinders.ts'
import { type OwnedEquipment, usedFirst } from '../equipment/owned-equipment.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { grinderOf } from '../grind/find.ts'

export const MINE = 'mine'

/** Query fields that name the grinder to show settings for. `outcome` describes the effect. */
export const onDialOf = (outcome: string) => ({
  grinder: v.optional(
    v.pipe(
      field.text(1, 200),
      v.description(
        `Slug or name of a grinder, or "${MINE}": your default grinder, or the first you added. ${outcome}; if you’re signed in, using your own calibration.`,
      ),
    ),
  ),
})

/** Query fields that name the grinder to show recipes for. */
export const onDial = onDialOf('Each recipe then has onGrinder, its grind on that dial')

/** The same for replies that everybody shares: a published grinder, never a calibrated one. */
export const onPublishedDial = {
  grinder: v.optional(
    v.pipe(
      field.text(1, 200),
      v.description('Slug or name of a grinder; each recipe then has onGrinder, its grind on that dial.'),
    ),
  ),
}

/** A person reading recipes, and the grinder they read them for. */
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
  throw new Fault('invalid', `grinder=${MINE} needs a grinder in your gear. Add one, or send the slug of a grinder.`)
}
