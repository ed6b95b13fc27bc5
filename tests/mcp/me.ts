import { grinderId, machineId } from '../support/recipes.ts'
import type { Someone, TestWorld } from '../support/world.ts'

export interface ToolAnswer {
  status: number
  text: string
  isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape its tool answers with
  reply: any
  // biome-ignore lint/suspicious/noExplicitAny: the message as it came
  body: any
}

/** Calls tools over a person's own data. */
export const toolsOf =
  (world: TestWorld, as: { token: string }) =>
  async (name: string, args: unknown = {}): Promise<ToolAnswer> => {
    const { status, body } = await world.call('POST /api/mcp/me', {
      as,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    })
    const { result } = body
    return {
      status,
      body,
      text: result?.content?.[0]?.text ?? '',
      isError: result?.isError === true,
      reply: result?.structuredContent,
    }
  }

/** A person with a C40, a V60 and a bag of Guji. */
export async function drinkerOfGuji(world: TestWorld, name = 'Ann') {
  const person = await world.person(name)
  await world.prove(person)
  const send = (route: string, body: object) => world.call(route, { as: person, body })
  await send('POST /api/user/grinders', { grinderId: grinderId(world) })
  await send('POST /api/user/machines', { machineId: machineId(world) })
  const guji = { name: 'Guji Uraga', roasterName: 'Hill Road', roastLevel: 'LIGHT' }
  const { bag } = (await send('POST /api/user/bags', guji)).body
  return { person, bag, call: toolsOf(world, person), send }
}

export const brewsOf = async (world: TestWorld, as: Someone) =>
  (await world.call('GET /api/brew-logs?limit=50', { as })).body.data
