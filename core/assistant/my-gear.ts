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
      stands: v.pipe(words, v.description('Where its dial is now, as it shows it. Null: unknown.')),
      since: v.nullable(field.instant),
      lastFor: v.optional(words),
    }),
  ),
  brewers: v.array(
    v.object({ name: v.string(), nickname: words, method: v.picklist(methodIds), isDefault: v.boolean() }),
  ),
  drinkers: v.pipe(
    v.array(v.object({ name: v.string(), isYou: v.boolean() })),
    v.description('Whom they brew for. Empty: only for themselves.'),
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
    v.description('What their open bags need on these dials; the next cup first.'),
  ),
})

const MOST_OF_GEAR = 20

/** The gear of a person, where its dials are, and for whom they brew. */
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

/** Each thing on a line of its own. */
export function myGearInWords({ grinders, brewers, drinkers, needed }: v.InferOutput<typeof MyGear>): string {
  return [
    ...(grinders.length === 0 ? ['No grinder yet: name one when brewing, or add it to the gear on the site.'] : []),
    ...grinders.map(({ name, isDefault, calibrated, stands, lastFor }) =>
      [
        `Grinder: ${name}`,
        ...(isDefault ? ['used first'] : []),
        ...(calibrated ? ['calibrated'] : []),
        stands
          ? `at ${stands} now${lastFor === undefined ? '' : `, set for ${lastFor ?? 'a guest'}`}`
          : 'nobody knows where its dial is',
      ].join(', '),
    ),
    ...brewers.map(
      ({ name, nickname, isDefault }) =>
        `Brewer: ${name}${nickname ? ` ("${nickname}")` : ''}${isDefault ? ', used first' : ''}`,
    ),
    drinkers.length === 0
      ? 'They brew for themselves only.'
      : `They brew for ${drinkers.map(({ name, isYou }) => (isYou ? `${name} (themselves)` : name)).join(', ')}.`,
    ...needed.map(
      ({ coffee, method, style, grinder, setting, range, reachable, turn }) =>
        `${coffee ?? 'The last brew'}, ${styledName(style, methodById[method].name)}: needs ${setting} (range ${range}) on the ${grinder}${reachable ? '' : ', which can’t reach it: that is as close as it gets'}${turn ? `; from where it is: ${turn}` : ''}.`,
    ),
  ].join('\n')
}
