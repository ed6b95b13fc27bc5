import { afterAll, beforeAll, expect, test } from 'bun:test'
import { publish } from '../support/recipes.ts'
import { complaining } from '../support/reports.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'
import { dialin, envOf } from './cli.ts'

let world: TestWorld
let ann: Someone
let bob: Someone
beforeAll(async () => {
  world = await startWorld()
  ;[ann, bob] = [await world.person('Ann'), await world.person('Bob')]
})
afterAll(() => world.stop())

const admin = (...args: string[]) => dialin(args, envOf(world))

const { report, comment: aComment } = complaining(() => world)

const listed = async (...args: string[]) =>
  JSON.parse((await admin('reports', 'list', '--json', ...args)).out).map(
    ({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`,
  )

test('says so if nothing was reported', async () => {
  expect((await admin('reports', 'list')).out).toBe('There are no open reports.\n')
  expect((await admin('reports', 'list', '--all')).out).toBe('Nobody has reported anything.\n')
  expect(await listed()).toEqual([])
})

test('lists reports by thing, with how often and why, and shows every sentence as text', async () => {
  const { id, coffee } = await publish(world, ann)
  const said = await aComment(ann, id, 'First line\n\u001b[2Jsecond \u202eline')
  await report(`${id}/comments/${said}`, bob, { reason: 'rude', sentence: 'It says\n\u001b]0;owned\u0007 this' })
  await report(`${id}/comments/${said}`, undefined)
  await report(`${id}/comments/${said}`, undefined)
  await report(`${id}`, bob, { reason: 'wrong' })

  const { out, exit } = await admin('reports', 'list')
  expect(exit).toBe(0)
  const [head, first, second] = out.split('\n')
  expect(head).toMatch(/^reported +how often +why +by +what +last +link/)
  expect(first).toMatch(new RegExp(`^recipe ${id} +1  wrong +Ann <${ann.email}> +${coffee.name}`))
  expect(second).toMatch(new RegExp(`^comment ${said} +3  (2 spam, rude|rude, 2 spam) +Ann <`))
  expect(second).toContain('First line <001b>[2Jsecond ')
  expect(out).not.toContain('\u001b')

  const shown = await admin('reports', 'show', 'comment', String(said))
  expect(shown.exit).toBe(0)
  expect(shown.out).toStartWith(`comment ${said}, public\n${world.config.baseUrl ?? 'http'}`)
  expect(shown.out).toContain(`/recipes/${id}#comment-${said}\non ${coffee.name}`)
  expect(shown.out).toContain(`by Ann <${ann.email}>\n\n> First line\n> <001b>[2Jsecond `)
  expect(shown.out).toMatch(
    /Rude or hateful {2}\d{4}-\d\d-\d\d \d\d:\d\d, from Bob \(\d+\)\n> It says\n> <001b>\]0;owned<0007> this\n/,
  )
  expect(shown.out).toContain('from a visitor')
  const json = JSON.parse((await admin('reports', 'show', 'comment', String(said), '--json')).out)
  expect(json).toMatchObject({ kind: 'comment', id: said, state: 'public', recipeId: id, author: { id: ann.id } })
  expect(json.reports.map((one: { reason: string }) => one.reason)).toEqual(['spam', 'spam', 'rude'])
  expect(json.url).toEndWith(`/recipes/${id}#comment-${said}`)
  for (const [kind, thing] of [
    ['recipe', id],
    ['comment', said],
  ])
    expect((await admin('reports', 'close', `${kind}`, `${thing}`)).exit).toBe(0)
})

test('closing keeps the reports, with a note; a later report opens the thing again', async () => {
  const { id } = await publish(world, ann)
  await report(`${id}`, bob)
  await report(`${id}`, undefined)
  const closed = await admin('reports', 'close', 'recipe', String(id), '--note', 'A real recipe.')
  expect([closed.exit, closed.out]).toEqual([0, `2 reports of recipe ${id} closed.\n`])
  expect((await world.call(`GET /api/recipes/${id}`)).status).toBe(200)
  expect(await listed()).not.toContain(`recipe ${id}`)
  expect(await listed('--all')).toContain(`recipe ${id}`)
  const shown = await admin('reports', 'show', 'recipe', String(id))
  expect(shown.out.match(/note: A real recipe\./g)?.length).toBe(2)
  const again = await admin('reports', 'close', 'recipe', String(id))
  expect([again.exit, again.err]).toEqual([1, `There is no open report of recipe ${id}.\n`])
  await report(`${id}`, await world.person())
  expect(await listed()).toEqual([`recipe ${id}`])
  expect((await admin('reports', 'close', 'recipe', String(id))).out).toBe(`One report of recipe ${id} closed.\n`)
})

test('--hide hides a recipe or deletes a comment as moderation does, or closes nothing', async () => {
  const { id } = await publish(world, ann)
  const [said, gone] = [await aComment(ann, id, 'Rude.'), await aComment(ann, id, 'Ruder.')]
  for (const path of [`${id}`, `${id}/comments/${said}`, `${id}/comments/${gone}`]) await report(path, bob)
  const comment = await admin('reports', 'close', 'comment', String(said), '--hide')
  expect([comment.exit, comment.out]).toEqual([0, `One report of comment ${said} closed. The comment is deleted.\n`])
  const { comments } = (await world.call(`GET /api/recipes/${id}/comments`)).body
  expect(comments.map((one: { id: number }) => one.id)).toEqual([gone])
  const recipe = await admin('reports', 'close', 'recipe', String(id), '--hide')
  expect([recipe.exit, recipe.out]).toEqual([0, `One report of recipe ${id} closed. The recipe is hidden.\n`])
  expect((await world.call(`GET /api/recipes/${id}`)).status).toBe(404)
  const acts = async () => JSON.parse((await admin('audit', '--act', 'reports', '--json')).out).entries
  const before = await acts()
  expect(before.slice(0, 2)).toMatchObject([
    { act: 'reports close', on: { kind: 'recipe', id }, details: { reports: 1, hide: true } },
    {
      act: 'reports close',
      on: { kind: 'comment', id: said },
      details: { reports: 1, hide: true, recipe: id, user: ann.id },
    },
  ])
  // What is no longer visible needs no decision.
  expect(await listed()).toEqual([])
  expect(await listed('--all')).toContain(`comment ${gone}`)
  expect((await admin('reports', 'show', 'comment', String(said))).out).toStartWith(`comment ${said}, gone\n`)
  await admin('recipes', 'show', String(id))
  expect(await listed()).toEqual([`comment ${gone}`])

  await world.call(`DELETE /api/recipes/${id}/comments`, { as: ann, body: { commentId: gone } })
  const late = await admin('reports', 'close', 'comment', String(gone), '--hide')
  expect([late.exit, late.err]).toEqual([1, `There is no comment ${gone} here.\n`])
  const [open] = await world.sql`select closed_at from reports where kind = 'comment' and thing_id = ${gone}`
  expect(open?.closedAt).toBe(null)
  expect(await acts()).toEqual(before)
  expect((await admin('reports', 'close', 'comment', String(gone))).exit).toBe(0)
})

test('pages through the list, open ones first', async () => {
  const made: number[] = []
  for (let at = 0; at < 5; at++) {
    const { id } = await publish(world, ann)
    made.unshift(id)
    world.clock.advance({ seconds: 70 })
    await report(`${id}`, bob)
  }
  await admin('reports', 'close', 'recipe', String(made[0]))
  const open = made.slice(1).map(id => `recipe ${id}`)
  expect(await listed('--limit', '3')).toEqual(open.slice(0, 3))
  expect(await listed('--limit', '3', '--page', '2')).toEqual(open.slice(3))
  expect((await listed('--all', '--limit', '6')).slice(0, 5)).toEqual([...open, `recipe ${made[0]}`])
  expect((await admin('reports', 'list', '--limit', '3')).out).toContain('--page 2 shows more')
  expect((await admin('reports', 'list', '--limit', '3', '--page', '9')).out).toBe('There is no page 9.\n')
})

test('reports wrong input, and things that do not exist', async () => {
  expect((await admin('reports', 'show', 'user', '1')).exit).toBe(2)
  expect((await admin('reports', 'show', 'recipe', 'x')).exit).toBe(2)
  const none = await admin('reports', 'show', 'recipe', '999999')
  expect([none.exit, none.err]).toEqual([1, 'Nobody has reported recipe 999999.\n'])
  const long = await admin('reports', 'close', 'recipe', '1', '--note', 'x'.repeat(501))
  expect([long.exit, long.err]).toEqual([1, 'note must have at most 500 characters.\n'])
  expect((await admin('reports', 'close', '--help')).out).toContain('dialin reports close comment 4 --hide')
  expect((await admin('complete', '--', 'reports', '')).out).toMatch(/list\t.*\nshow\t.*\nclose\t/)
  expect((await admin('complete', '--', 'reports', 'close', '')).out).toBe(
    'words\nrecipe\ta recipe or a comment\ncomment\ta recipe or a comment\n',
  )
})

test('a comment on a technique is shown with its page, and closed with what it was about', async () => {
  const path = '/api/techniques/four-six/comments'
  const { id } = (await world.call(`POST ${path}`, { as: ann, body: { body: 'Buy my kettle.' } })).body.comment
  await world.call(`POST ${path}/${id}/report`, { as: bob, body: { reason: 'spam' } })
  const shown = await admin('reports', 'show', 'comment', String(id))
  expect(shown.out).toContain(`/techniques/four-six#comment-${id}\non four-six\nby Ann <`)
  const closed = await admin('reports', 'close', 'comment', String(id), '--hide')
  expect(closed.out).toContain('The comment is deleted.')
  expect((await world.call(`GET ${path}`)).body.comments).toEqual([])
  const [done] = await world.sql`select act, details from audit order by id desc limit 1`
  expect(done).toMatchObject({ act: 'reports close', details: { technique: 'four-six', user: ann.id } })
})
