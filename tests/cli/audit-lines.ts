import { expect } from 'bun:test'
import type { TestWorld } from '../support/world.ts'
import { dialin, envOf } from './cli.ts'

/** According to the operating system, not the environment. */
export const systemUser = Bun.spawnSync(['id', '-un']).stdout.toString().trim()

export const envOfAnn = (world: TestWorld) => ({ ...envOf(world), SUDO_USER: 'ann' })

/** Newest first. */
export const linesIn = async (place: Record<string, string>, ...options: string[]) =>
  JSON.parse((await dialin(['audit', '--json', '--limit', '1000', ...options], place)).out)

/**
 * The arguments of a command, and what its line is about; `in` is the database that has the line,
 * if it is another.
 */
export interface Change {
  args: string[]
  on: object
  in?: Record<string, string>
}

/** Commands that fill or copy a database; their lines are tested in audit.program.test.ts. */
export const fillingActs = ['seed', 'db restore', 'db copy'] as const

export async function expectLine(world: TestWorld, command: string, { args, on, in: place }: Change) {
  const started = Date.now()
  const [before] = await world.sql<{ latest: number | null }[]>`select max(id)::int as latest from audit`
  const ran = await dialin([...command.split(' '), ...args], { ...envOfAnn(world), ...place })
  expect([ran.exit, ran.exit && ran.err]).toEqual([0, 0])
  const added = place
    ? (await linesIn(place)).entries.slice(0, 1)
    : (await world.ports.audit.list({ ...unfiltered, limit: 10 })).filter(({ id }) => id > (before?.latest ?? 0))
  expect(added).toEqual([
    {
      id: expect.any(Number),
      at: expect.any(String),
      who: `ann as ${systemUser}`,
      act: command,
      on: expect.objectContaining(on),
      details: expect.any(Object),
    },
  ])
  const at = Date.parse(added[0].at)
  expect([at >= started, at <= Date.now()]).toEqual([true, true])
}

const unfiltered = { since: undefined, who: undefined, act: undefined, before: undefined }
