import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { dialin } from '../cli/cli.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

const readme = readFileSync('README.md', 'utf8')
/** The commands of both are run; replies are compared for the first. */
const papers = `${readme}\n${readFileSync('docs/api.md', 'utf8')}`
const fences = [...papers.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, text = '']) => text.replaceAll('\\\n', ' '))
const curls = fences.flatMap(text => text.split('\n').filter(line => line.startsWith('curl ')))
const dialogues = fences.filter(text => text.startsWith('$ bun dialin '))

let world: TestWorld
let tokens: { person: string; roaster: string }
let ownCoffee: number

beforeAll(async () => {
  world = await startWorld()
  await world.seedDemo()
  const accounts = await world.demoAccounts()
  const [person = '', roaster = ''] = await Promise.all(
    accounts.map(async body => (await world.call('POST /api/auth/login', { body })).body.token as string),
  )
  tokens = { person, roaster }
  const { body } = await world.call('GET /api/roaster-portal/coffees', { as: { token: roaster } })
  ownCoffee = (body.coffees ?? body.data)[0].id
})
afterAll(() => world.stop())

/** Split as a shell would, without comments. */
const wordsOf = (line: string) =>
  [...line.replace(/\s# .*$/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, one, two, three]) => one ?? two ?? three ?? '',
  )

test.each(curls)('%s', async line => {
  const isPortal = line.includes('/roaster-portal/')
  const [, address = '', ...options] = wordsOf(line)
  const of = (flag: string) => options[options.indexOf(flag) + 1] as string
  const path = address.replace('localhost:3000', '').replace(/(portal\/coffees\/)\d+/, `$1${ownCoffee}`)
  const response = await fetch(`${world.url}${path}`, {
    headers: {
      ...(options.includes('-d') && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(options.includes('-H') && { authorization: `Bearer ${isPortal ? tokens.roaster : tokens.person}` }),
    },
    ...(options.includes('-d') && { method: options.includes('-X') ? of('-X') : 'POST', body: of('-d') }),
  })
  expect([response.ok, await response.text()]).toEqual([true, expect.stringMatching(/^\{/)])
})

test.each(dialogues)('%s', async text => {
  const [asked = '', ...answer] = text.trimEnd().split('\n')
  const { out, exit } = await dialin(wordsOf(asked).slice(3))
  expect([exit, out.trimEnd()]).toEqual([0, answer.join('\n')])
})

test('the recipe that it shows is the reply to the request above it', async () => {
  const asked = curls.find(line => line.includes('/api/adaptRecipe')) ?? ''
  const shown = fences.find(text => text.includes('"adaptedRecipe"')) ?? ''
  const { adaptedRecipe } = JSON.parse(shown.replace(/,\s*…/g, '').replaceAll('…', ''))
  const { body } = await world.call('POST /api/adaptRecipe', { body: JSON.parse(wordsOf(asked).at(-1) ?? '') })
  const { steps, ...figures } = adaptedRecipe
  expect(body.adaptedRecipe).toMatchObject(figures)
  expect(body.adaptedRecipe.steps.slice(0, steps.length)).toEqual(steps)
})

test('the table in docs/import.md is imported without a remark', async () => {
  const table = /^```csv\n([\s\S]*?)^```/m.exec(readFileSync('docs/import.md', 'utf8'))?.[1] ?? ''
  const as = { token: tokens.person }
  const headers = { 'content-type': 'text/csv' }
  const { body } = await world.call('POST /api/user/import?isDryRun=true', { as, headers, body: Buffer.from(table) })
  expect(body).toMatchObject({ brews: { taken: 1, notTaken: 0 }, missing: [], remarks: [] })
})

test('there are examples to run', () => {
  expect([curls.length, dialogues.length].every(count => count > 0)).toBe(true)
})
