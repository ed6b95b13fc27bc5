import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bare } from '../cli/cli.ts'
import { startApple } from '../support/apple.ts'
import { EXAMPLES, exampleReplies, inLines } from '../support/example-replies.ts'
import { type Step, walkApi } from '../support/walk.ts'
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

/** A program of the lockfile, with nothing of this machine around it. */
function started(program: string, args: string[]) {
  return Bun.spawn([process.execPath, '--bun', join('node_modules/.bin', program), ...args], {
    env: { ...bare, HOME: home, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

describe('the OpenAPI document', () => {
  test('breaks no rule that Redocly recommends, not even one it only warns of', async () => {
    const child = started('redocly', ['lint', file, '--extends=recommended', '--format=json'])
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    expect([await child.exited, out && JSON.parse(out).problems]).toEqual([0, []])
    expect(err).toContain('valid')
  })

  test('breaks no rule that Spectral recommends', async () => {
    const rules = join(home, 'rules.yaml')
    await Bun.write(rules, 'extends: ["spectral:oas"]\n')
    const child = started('spectral', ['lint', file, '--ruleset', rules, '--format', 'json', '--quiet'])
    const out = await new Response(child.stdout).text()
    expect([await child.exited, JSON.parse(out)]).toEqual([0, []])
  })
})

/** Prism before the service: it looks at what goes in and comes out, and says in a header what the document does not. */
async function startPrism() {
  const document = await Bun.file(file).json()
  const schema = { type: 'object', required: ['nobody has this'] }
  const responses = { 200: { description: 'OK', content: { 'application/json': { schema } } } }
  document.paths['/openapi.json'] = { get: { responses } }
  const withMistake = join(home, 'with-mistake.json')
  await Bun.write(withMistake, JSON.stringify(document))
  const child = started('prism', ['proxy', withMistake, world.url, '--port', '0'])
  const { promise: address, resolve, reject } = Promise.withResolvers<string>()
  // Read to the end: a program whose words nobody takes stops.
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

describe('a walk through the API by the examples of the document, with Prism before the service', () => {
  let steps: Step[]
  let mistakes: (string | null)[]
  beforeAll(async () => {
    const prism = await startPrism()
    steps = await walkApi({ world, apple, address: prism.address })
    const asked = ['/openapi.json', '/api/recipes?limit=101'].map(path => fetch(`${prism.address}${path}`))
    mistakes = (await Promise.all(asked)).map(({ headers }) => headers.get('sl-violations'))
    prism.stop()
  })

  test('is taken at every step', () => {
    expect(steps.length).toBeGreaterThan(140)
    expect(steps.filter(({ status }) => status >= 300).map(({ operation, text }) => `${operation}: ${text}`)).toEqual(
      [],
    )
  })

  test('says and is told nothing that is not in the document', () => {
    const outside = steps.flatMap(({ operation, headers }) => {
      const found = headers.get('sl-violations')
      return found ? [`${operation}: ${found}`] : []
    })
    expect(outside).toEqual([])
    // It would say so, of a reply and of a request.
    expect(mistakes).toEqual([expect.stringContaining('nobody has this'), expect.stringContaining('limit')])
  })

  test('is answered as the examples say', async () => {
    const examples = exampleReplies(steps, world)
    // `bun run examples` does, after a change of what is answered.
    if (process.env.RECORD_EXAMPLES) await Bun.write(EXAMPLES, inLines(examples))
    expect(examples).toEqual(await Bun.file(EXAMPLES).json())
  })
})
