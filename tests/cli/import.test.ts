import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { aBean, aBrew, anExport } from '../support/beanconqueror.ts'
import { hostileArchives } from '../support/hostile-archives.ts'
import { temporaryFolder } from '../support/templates.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { zipped } from '../support/zip.ts'
import { dialin, envOf } from './cli.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const folder = temporaryFolder()
const run = (args: string[], input?: string | Uint8Array) =>
  dialin(['import', ...args], envOf(world), input === undefined ? {} : { input })
const written = async (name: string, content: string | Uint8Array) => {
  const file = join(folder, name)
  await Bun.write(file, content)
  return file
}
const brewsOf = async (as: { token: string }) => (await world.call('GET /api/brew-logs?limit=1', { as })).body.total

describe('dialin import', () => {
  test('says which grinders a name in a table could mean, and how to decide', async () => {
    const ann = await world.person('Ann')
    const table = await written('c40.csv', 'Date,Brewer,Grinder,Grind\n2026-01-02 08:15,V60,C40,24\n')
    const asked = await run([table, '--user', ann.email])
    expect(asked.exit).toBe(0)
    expect(asked.out).toContain('It could be one of these: Comandante C40 MK4, Comandante C40 MK3,')
    expect(asked.out).toContain('- C40: comandante-c40-mk4 or comandante-c40-mk3 or ')
    expect(asked.out).toContain('Say which grinder it is, for example: --grinder "C40=comandante-c40-mk4"')
    const told = await run([table, '--user', ann.email, '--grinder', 'C40=comandante-c40-mk3'])
    expect(told.out).toStartWith('Imported: 0 brews (1 was already there). 1 brew already there was completed')
    expect(told.out).not.toContain('Say which')
  })

  test('imports a person’s archive: first as a dry run, then once', async () => {
    const ann = await world.person('Ann')
    const BREWS = [
      ...Array.from({ length: 40 }, (_, at) => aBrew(`b-${at}`)),
      aBrew('c', { method_of_preparation: '?' }),
    ]
    const file = anExport({ BEANS: [aBean('bean-1')], BREWS: BREWS.slice(0, 30) })
    const archive = await written(
      'Beanconqueror.zip',
      zipped([
        { name: 'Beanconqueror.json', text: JSON.stringify(file) },
        { name: 'Beanconqueror_Brews_1.json', text: JSON.stringify(BREWS.slice(30)) },
      ]),
    )
    const look = await run([archive, '--user', ann.email, '--dry-run'])
    expect([look.exit, look.err]).toEqual([0, ''])
    expect(look.out).toStartWith('Ready to import: 1 bag and 40 brews.\n')
    expect(await brewsOf(ann)).toBe(0)
    const taken = await run([archive, '--user', String(ann.id)])
    expect([taken.exit, taken.err]).toEqual([0, expect.stringMatching(/^Brews 100% \(40 of 40\)\n$/)])
    expect(taken.out.split('\n')).toEqual([
      'Imported: 1 bag and 40 brews.',
      'Left out: 1',
      '- 1 brew: The preparation is not in the file.',
      expect.stringMatching(/^Not imported, because Dialin doesn’t store it: prices \(1\), /),
      'Changed: 0',
      '',
      'Grinders:',
      '- Comandante C40 MK4: comandante-c40-mk4',
      '',
      'What was left out:',
      expect.stringMatching(/^- brew 2024-.*: The preparation is not in the file.$/),
      '',
    ])
    expect(await brewsOf(ann)).toBe(40)
    const again = JSON.parse((await run([archive, '--user', ann.email, '--json'])).out)
    expect(again).toMatchObject({ brews: { taken: 0, alreadyHere: 40, notTaken: 1 }, beans: { taken: 0 } })
  })

  test('imports an account or a table from standard input', async () => {
    const [ann, bob] = [await world.person('Ann'), await world.person()]
    await world.call('POST /api/brew-logs', { as: ann, body: { method: 'v60', notes: '=1+1' } })
    await world.call('POST /api/collections', { as: ann, body: { name: 'Sundays' } })
    const { text } = await world.call('GET /api/user/export', { as: ann })
    const moved = await run(['-', '--user', bob.email], text)
    expect([moved.exit, moved.out]).toEqual([
      0,
      expect.stringContaining('1 brew, 1 part of your profile and 1 collection.'),
    ])
    const cy = await world.person()
    const table = (await world.call('GET /api/brew-logs.csv', { as: ann })).text
    expect((await run(['-', '--user', cy.email], table)).out).toStartWith('Imported: 1 brew.\n')
    expect((await world.call('GET /api/brew-logs', { as: cy })).body.data).toMatchObject([{ notes: '=1+1' }])
  })

  test('describes a grinder that we do not know, and says how', async () => {
    const ann = await world.person()
    const table = 'Date,Brewer,Grinder,Grind\n2026-01-02,V60,My mill,25\n'
    const first = await run(['-', '--user', ann.email, '--dry-run'], table)
    expect([first.exit, first.out]).toEqual([0, expect.stringContaining('--own-grinder "My mill=FILE.json"')])
    const mill = { brand: 'Zerno', name: 'Z1', drive: 'electric', minSetting: 0, maxSetting: 50, step: 1 }
    const file = await written('mill.json', JSON.stringify({ ...mill, known: [{ setting: 25, method: 'v60' }] }))
    const again = await run(['-', '--user', ann.email, '--own-grinder', `My mill=${file}`], table)
    expect([again.exit, again.out]).toEqual([0, expect.stringContaining('- My mill: own-')])
    const { body } = await world.call('GET /api/user/grinders', { as: ann })
    expect(body.grinders).toMatchObject([{ brand: 'Zerno', name: 'Z1' }])
    const wrong = await run(
      ['-', '--user', ann.email, '--own-grinder', `My mill=${await written('mill.txt', 'Z1')}`],
      table,
    )
    expect([wrong.exit, wrong.err]).toEqual([1, expect.stringContaining('must hold one description as JSON')])
  })

  test.each(hostileArchives)('refuses an archive with %s', async (_, make, _status, complaint) => {
    const ended = await run([await written('hostile.zip', make()), '--user', '1'])
    expect([ended.exit, ended.out, ended.err]).toEqual([1, '', expect.stringContaining(`The file ${complaint}\n`)])
  })

  test('accepts a file through a pipe', async () => {
    const ann = await world.person()
    const pipe = join(folder, 'pipe')
    await Bun.$`mkfifo ${pipe}`
    const archive = zipped([{ name: 'Beanconqueror.json', text: JSON.stringify(anExport()) }])
    const [{ exit, out }] = await Promise.all([run([pipe, '--user', ann.email]), writeFile(pipe, archive)])
    expect([exit, out]).toEqual([0, expect.stringContaining('Imported: 1 bag and 1 brew.')])
  })

  test.each<[string, string[], string | undefined, number, string]>([
    [
      'nobody here',
      ['-', '--user', 'nobody@people.example'],
      '{"BREWS":[]}',
      1,
      'There is no account nobody@people.example',
    ],
    ['no file', ['/nowhere/at-all.zip', '--user', '1'], undefined, 1, 'There is no file /nowhere/at-all.zip.'],
    ['a folder', ['/', '--user', '1'], undefined, 1, '/ is a folder, but must be a file; name a file in it.'],
    ['something else', ['-', '--user', '1'], 'Dear Sirs', 1, 'The file is not a table of brews'],
    ['no JSON', ['-', '--user', '1'], '{"BREWS":[', 1, 'The file is not valid JSON.'],
    ['nobody named', ['-'], '{}', 2, "required option '--user <who>' not specified"],
  ])('says in a sentence that there is %s', async (_, args, input, exit, sentence) => {
    const ended = await run(args, input)
    expect([ended.exit, ended.out, ended.err]).toEqual([exit, '', expect.stringContaining(sentence)])
  })
})
