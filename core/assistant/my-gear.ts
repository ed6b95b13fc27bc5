import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { brewedStyle, styledName } from '../adaptation/styles.ts'
import { listDrinkers } from '../drinkers/drinkers.ts'
import type { Equipment } from '../equipment/equipment.ts'
import { listOwnedMachines } from '../equipment/owned-equipment.ts'
import * as field from '../fields.ts'
import { methodById, methodIds } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import type { StandPorts } from '../stand/dials.ts'
import type { NeededPorts } from '../stand/needed.ts'
import { readDials } from '../stand/read-dials.ts'
import { coffeeWithRoaster } from './own-coffees.ts'
import { asDrinkerCalled, drinkerInput } from './own-drinkers.ts'

export const GetMyGear = v.object({ drinker: drinkerInput })

const words = v.nullable(v.string())

export const MyGear = v.object({
  grinders: v.array(
    v.object({
      name: v.string(),
      isDefault: v.boolean(),
      calibrated: v.boolean(),
      stands: v.pipe(words, v.description('The setting it is at now, as its dial shows it. Null: unknown.')),
      since: v.nullable(field.instant),
      lastFor: v.optional(words),
    }),
  ),
  brewers: v.array(
    v.object({ name: v.string(), nickname: words, method: v.picklist(methodIds), isDefault: v.boolean() }),
  ),
  drinkers: v.pipe(
    v.array(v.object({ name: v.string(), isYou: v.boolean() })),
    v.description('Who they brew for. Empty: only themselves.'),
  ),
  needed: v.pipe(
    v.array(
      v.object({
        coffee: words,
        method: v.picklist(methodIds),
        style: brewedStyle,
        grinder: v.string(),
        setting: v.string(),
        range: v.string(),
        reachable: v.boolean(),
        turn: words,
      }),
    ),
    v.description('The setting that each open bag needs, for the next cup first.'),
  ),
})

const MOST_OF_GEAR = 20

/** A person's gear, the setting of each dial, and who they brew for. */
export async function getMyGear(
  { drinker }: v.InferOutput<typeof GetMyGear>,
  ports: StandPorts &
    NeededPorts &
    Equipment &
    Parameters<typeof listOwnedMachines>[1] &
    Parameters<typeof listDrinkers>[1],
  person: Person,
): Promise<v.InferOutput<typeof MyGear>> {
  const { dials, needed } = await readDials({}, ports, await asDrinkerCalled(drinker, ports, person))
  const { machines } = await listOwnedMachines(undefined, ports, person)
  const { drinkers } = await listDrinkers(undefined, ports, person)
  const grinderBy = (id: number) => dials.find(({ grinder }) => grinder.id === id)?.grinder
  return {
    grinders: dials.slice(0, MOST_OF_GEAR).map(({ grinder, isDefault, calibrated, stands }) => ({
      name: fullName(grinder),
      isDefault,
      calibrated,
      stands: stands?.label ?? null,
      since: stands?.at ?? null,
      ...(stands?.lastFor !== undefined && { lastFor: stands.lastFor }),
    })),
    brewers: machines.slice(0, MOST_OF_GEAR).map(machine => ({
      name: fullName(machine),
      nickname: machine.nickname,
      method: machine.brewMethod,
      isDefault: machine.isDefault,
    })),
    drinkers: drinkers.map(({ name, isYou }) => ({ name, isYou })),
    needed: needed.flatMap(({ grinderId, name, roasterName, method, style, label, range, reachable, turn }) => {
      const grinder = grinderBy(grinderId)
      if (!grinder) return []
      const coffee = name && coffeeWithRoaster({ name, roasterName })
      return [
        {
          coffee,
          method,
          style,
          grinder: fullName(grinder),
          setting: label,
          range: range.label,
          reachable,
          turn: turn?.words ?? null,
        },
      ]
    }),
  }
}

/** One thing per line. */
export function myGearInWords({ grinders, brewers, drinkers, needed }: v.InferOutput<typeof MyGear>): string {
  return [
    ...(grinders.length === 0
      ? ['No grinder yet. Name one when you ask for a recipe or log a brew, or add it on the site.']
      : []),
    ...grinders.map(({ name, isDefault, calibrated, stands, lastFor }) =>
      [
        `Grinder: ${name}`,
        ...(isDefault ? ['default'] : []),
        ...(calibrated ? ['calibrated'] : []),
        stands
          ? `at ${stands} now${lastFor === undefined ? '' : `, set for ${lastFor ?? 'a guest'}`}`
          : 'setting unknown',
      ].join(', '),
    ),
    ...brewers.map(
      ({ name, nickname, isDefault }) =>
        `Brewer: ${name}${nickname ? ` ("${nickname}")` : ''}${isDefault ? ', default' : ''}`,
    ),
    drinkers.length === 0
      ? 'They brew only for themselves.'
      : `They brew for ${drinkers.map(({ name, isYou }) => (isYou ? `${name} (themselves)` : name)).join(', ')}.`,
    ...needed.map(
      ({ coffee, method, style, grinder, setting, range, reachable, turn }) =>
        `${coffee ?? 'The last brew'}, ${styledName(style, methodById[method].name)}: needs ${setting} (range ${range}) on the ${grinder}${reachable ? '' : ', which is as close as it gets'}${turn ? `; from where it is now: ${turn}` : ''}.`,
    ),
  ].join('\n')
}
