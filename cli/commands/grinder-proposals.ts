import * as v from 'valibot'
import { accountCalled } from '../../core/accounts/moderation.ts'
import { describeGrinder } from '../../core/equipment/described-grinders.ts'
import {
  acceptProposal,
  type GrinderProposal,
  listProposals,
  rejectProposal,
} from '../../core/equipment/grinder-proposals.ts'
import { faultOf } from '../../core/errors.ts'
import { GrinderDescription } from '../../core/grind/described.ts'
import { fullName } from '../../core/grind/name.ts'
import { dialRangeOf } from '../../core/grind/notation.ts'
import { positionOn } from '../../core/grind/position.ts'
import { readDescription } from '../files.ts'
import { dim, print, printJson, table } from '../print.ts'
import { adminAct, readPorts } from '../world.ts'

export async function proposals({ json }: { json?: boolean }) {
  const found = await readPorts(listProposals)
  if (json)
    return printJson(
      found.map(({ id, record, owners, proven }) => ({
        ...{ id, name: fullName(record), owners: owners.length, proven, record },
      })),
    )
  if (found.length === 0) return print('No grinder is described the same way by three or more proven owners.')
  print(
    table<GrinderProposal>(
      [
        { heading: 'id', of: ({ id }) => String(id), align: 'right' },
        { heading: 'grinder', of: ({ record }) => fullName(record) },
        { heading: 'owners', of: ({ owners }) => String(owners.length), align: 'right' },
        { heading: 'proven', of: ({ proven }) => String(proven), align: 'right' },
        { heading: 'dial', of: ({ record }) => dialRangeOf(record) },
        { heading: 'V60 at', of: ({ record }) => positionOn(record, 41).label },
      ],
      found,
    ),
  )
  print(
    dim(
      'Five owners with a proven address and an account older than a day have to agree: dialin grinders accept|reject <id>',
    ),
  )
}

export async function accept(id: number, as: { slug?: string; brand?: string; name?: string }) {
  const { record, owners } = await adminAct('grinders accept', async ports => {
    const done = await acceptProposal(id, as, ports)
    return { done, on: { kind: 'grinders' }, details: { grinder: done.record.slug, owners: done.owners } }
  })
  print(`${fullName(record)} is in the catalog as ${record.slug}, and ${owners} owners have moved to it.`)
}

export async function reject(id: number) {
  const { record, owners } = await adminAct('grinders reject', async ports => {
    const done = await rejectProposal(id, ports)
    return { done, on: { kind: 'grinders' }, details: { proposal: id, owners: done.owners } }
  })
  print(`${fullName(record)} stays with its ${owners} owners, and won’t be proposed again.`)
}

export async function describe(file: string, { user }: { user: string }) {
  const parsed = v.safeParse(GrinderDescription, await readDescription(file), { abortEarly: true })
  if (!parsed.success) throw faultOf(parsed.issues[0])
  const { name, id } = await adminAct('grinders describe', async ports => {
    const person = await accountCalled(user, ports.accounts)
    const id = await describeGrinder(parsed.output, {}, ports, person)
    const done = { id, name: `${parsed.output.brand} ${parsed.output.name}` }
    return { done, on: { kind: 'user', id: person.id }, details: { grinder: id } }
  })
  print(`Added ${name} to their grinders, as grinder ${id}.`)
}
