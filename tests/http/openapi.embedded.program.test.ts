import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bare } from '../cli/cli.ts'
import { askByExamples, type ExampleStep } from '../support/api-examples.ts'
import { startApple } from '../support/apple.ts'
import { EXAMPLES, exampleReplies, inLines, STALE_EXAMPLES } from '../support/example-replies.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

const home = mkdtempSync(join(tmpdir(), 'dialin-openapi-'))
const file = join(home, 'openapi.json')
let apple: Awaited<ReturnType<typeof startApple>>
let world: TestWorld
beforeAll(async () => {
  apple = await startApple()
  world = await startWorld(apple.settings)
  await Bun.write(file, (await world.call('GET /openapi.json')).text)
})
afterAll(async () => {
  await world.stop()
  apple.stop()
  rmSync(home, { recursive: true, force: true })
})

/** A program from the lockfile, isolated from this machine. */
function started(program: string, args: string[], ...flags: string[]) {
  return Bun.spawn([process.execPath, '--bun', ...flags, join('node_modules/.bin', program), ...args], {
    env: { ...bare, HOME: home, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

describe('the OpenAPI document', () => {
  test("breaks none of Redocly's recommended rules, including warnings", async () => {
    const child = started('redocly', ['lint', file, '--extends=recommended', '--format=json'])
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    expect([await child.exited, out && JSON.parse(out).problems]).toEqual([0, []])
    expect(err).toContain('valid')
  })

  test("breaks none of Spectral's recommended rules", async () => {
    const rules = join(home, 'rules.yaml')
    await Bun.write(rules, 'extends: ["spectral:oas"]\n')
    const child = started('spectral', ['lint', file, '--ruleset', rules, '--format', 'json', '--quiet'])
    const out = await new Response(child.stdout).text()
    expect([await child.exited, JSON.parse(out)]).toEqual([0, []])
  })
})

/**
 * Prism in front of the service: it checks requests and replies, and reports in a header what the
 * document does not allow.
 */
async function startPrism() {
  const document = await Bun.file(file).json()
  const schema = { type: 'object', required: ['nobody has this'] }
  const responses = { 200: { description: 'OK', content: { 'application/json': { schema } } } }
  document.paths['/openapi.json'] = { get: { responses } }
  const withMistake = join(home, 'with-mistake.json')
  await Bun.write(withMistake, JSON.stringify(document))
  const child = started('prism', ['proxy', withMistake, world.url, '--port', '0'])
  const { promise: address, resolve, reject } = Promise.withResolvers<string>()
  // Its output must be read, because a program whose pipe is full stops.
  const listen = async () => {
    for await (const chunk of child.stdout) {
      const [, found] = /listening on (http:\S+)/.exec(new TextDecoder().decode(chunk)) ?? []
      if (found) resolve(found)
    }
    reject(new Error(`Prism ended: ${await new Response(child.stderr).text()}`))
  }
  listen()
  return { address: await address, stop: () => child.kill() }
}

describe('the examples of the document, sent through Prism to the service,', () => {
  let steps: ExampleStep[]
  let mistakes: (string | null)[]
  let otherNames: { status: number; violations: string | null }[]
  beforeAll(async () => {
    const prism = await startPrism()
    steps = await askByExamples({ world, apple, address: prism.address })
    const asked = ['/openapi.json', '/api/recipes?limit=101'].map(path => fetch(`${prism.address}${path}`))
    mistakes = (await Promise.all(asked)).map(({ headers }) => headers.get('sl-violations'))
    const { token } = await world.person('Ann')
    const sent = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const { status, headers: told } = await fetch(`${prism.address}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return { status, violations: told.get('sl-violations') }
    }
    const [coffeeId, machineId] = [1, 67]
    otherNames = [
      await sent('/api/user/coffee-library', { coffeeId }),
      await sent('/api/adaptRecipe', { coffeeId, machineId, grinder: 'k ultra', waterGrams: 300 }),
      await sent('/api/adaptRecipe', { coffeeId, machineId }),
    ]
    prism.stop()
  })

  test("may use a field's other name and a grinder's name", () => {
    expect(otherNames).toEqual([
      { status: 201, violations: null },
      { status: 200, violations: null },
      { status: 400, violations: expect.stringContaining('grinder') },
    ])
  })

  test('are accepted at every step', () => {
    expect(steps.length).toBeGreaterThan(140)
    expect(steps.filter(({ status }) => status >= 300).map(({ operation, text }) => `${operation}: ${text}`)).toEqual(
      [],
    )
  })

  test('send and receive nothing that is not in the document', () => {
    const outside = steps.flatMap(({ operation, headers }) => {
      const found = headers.get('sl-violations')
      return found ? [`${operation}: ${found}`] : []
    })
    expect(outside).toEqual([])
    // It would report an undocumented field in a reply and in a request.
    expect(mistakes).toEqual([expect.stringContaining('nobody has this'), expect.stringContaining('limit')])
  })

  test('get the recorded replies', async () => {
    const examples = exampleReplies(steps, world)
    // The first half of `bun run examples`; the linters above then check a document that has them.
    if (process.env.RECORD_EXAMPLES) await Bun.write(EXAMPLES, inLines(examples))
    expect(examples, STALE_EXAMPLES).toEqual(await Bun.file(EXAMPLES).json())
  })
})

/** A client that uses types generated from the document; a wrong name does not compile. */
const client = `
import createClient from 'openapi-fetch'
import type { paths } from './api.ts'

export async function useIt(baseUrl: string, email: string): Promise<string> {
  const api = createClient<paths>({ baseUrl })
  const { data: entered, error } = await api.POST('/api/auth/register', { body: { email, password: 'a long enough one' } })
  if (error) return error.error
  const headers = { authorization: \`Bearer \${entered.token}\` }
  const { data: logged } = await api.POST('/api/brew-logs', {
    headers,
    body: { method: 'v60', doseGrams: 15, waterGrams: 250, grinderId: 48, grindSetting: '24 clicks', rating: 4 },
  })
  const id: number = logged?.brewLog.id ?? 0
  const { data } = await api.GET('/api/brew-logs/{id}', { headers, params: { path: { id } } })
  // @ts-expect-error: a brew has no such field
  data?.brewLog.grindSeting
  // @ts-expect-error: a method is a word
  const wrong = () => api.POST('/api/brew-logs', { body: { method: 60 } })
  const byName = { machineId: 67, grinder: 'k ultra', coffeeId: 1 }
  await api.POST('/api/adaptRecipe', { body: byName })
  await api.POST('/api/user/coffee-library', { headers, body: { coffeeId: 1 } })
  // @ts-expect-error: one of the names must be there
  const neither = () => api.POST('/api/adaptRecipe', { body: { machineId: 67 } })
  const { error: refused } = await api.GET('/api/recipes/{id}', { params: { path: { id: 999 } } })
  return [data?.brewLog.grindLabel, data?.brewLog.ratio, refused?.error].join(' / ')
}
`

test('a client with types generated from the document compiles under strict, and works', async () => {
  symlinkSync(resolve('node_modules'), join(home, 'node_modules'))
  const preload = ['--preload', resolve('tests/support/typescript-5.ts')]
  const made = started('openapi-typescript', [file, '-o', join(home, 'api.ts')], ...preload)
  expect([await made.exited, await new Response(made.stderr).text()]).toEqual([0, expect.any(String)])
  await Bun.write(join(home, 'client.ts'), client)
  const options =
    '--noEmit --strict --module esnext --moduleResolution bundler --target esnext --allowImportingTsExtensions'
  const checked = started('tsc', [...options.split(' '), '--ignoreConfig', join(home, 'client.ts')])
  expect([await checked.exited, await new Response(checked.stdout).text()]).toEqual([0, ''])
  const { useIt } = await import(join(home, 'client.ts'))
  const said = await useIt(world.url, 'typed@people.example')
  expect(said).toBe('24 clicks / 16.67 / There is no recipe 999.')
})
