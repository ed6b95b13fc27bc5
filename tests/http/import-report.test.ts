import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aBean, aBrew, aMill, anExport } from '../support/beanconqueror.ts'
import { cookieOf } from '../support/browsing.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

type Someone = Awaited<ReturnType<TestWorld['person']>>

async function onPage(as: Someone, file: string, look = '') {
  const form = new FormData()
  form.set('file', new File([file], 'file'))
  const reply = await fetch(`${world.url}/me/import${look}`, {
    method: 'POST',
    headers: { accept: 'text/html', origin: world.url, cookie: cookieOf(as) },
    body: form,
  })
  return reply.text()
}

/** What the link of the page saves. */
const savedFrom = (page: string) => {
  const [, href = ''] = /href="data:text\/plain;charset=utf-8,([^"]*)"/.exec(page) ?? []
  return decodeURIComponent(href).split('\n')
}

describe('the report of an import, as it is saved,', () => {
  test('says first what came, what did not and why, and then each', async () => {
    const ann = await world.person()
    const file = anExport({
      BEANS: [aBean('bean-1'), aBean('bean-2', { name: '' })],
      MILL: [aMill('mill-c40', 'Comandante C40 MK4'), aMill('mill-x', 'Grandmother’s'), aMill('mill-y', '')],
      BREWS: [
        aBrew('a'),
        aBrew('b', { rating: 3.5, mill: 'mill-x' }),
        aBrew('c', { method_of_preparation: '?' }),
        aBrew('d', { method_of_preparation: '?' }),
        aBrew('e', { config: { uuid: 'e', unix_timestamp: 4_000_000_000 } }),
      ],
    })
    const looked = savedFrom(await onPage(ann, JSON.stringify(file), '?look'))
    expect(looked[0]).toBe('This would come: 1 bag and 2 brews.')
    const saved = savedFrom(await onPage(ann, JSON.stringify(file)))
    expect(saved).toEqual([
      'Taken over: 1 bag and 2 brews.',
      'Not taken: 4',
      '- 2 brews: Its preparation is not in the file.',
      '- 1 bag: It has no name. Its brews are kept, without a coffee.',
      '- 1 brew: Its date is in the future.',
      'Remarks: 3',
      '',
      'Grinders:',
      '- Comandante C40 MK4: comandante-c40-mk4',
      '- Grandmother’s: not certainly one of ours',
      '- without a name: not certainly one of ours',
      '',
      'What was not taken:',
      '- bag without a name: It has no name. Its brews are kept, without a coffee.',
      '- brew 2024-05-12T08:00:00.000Z: Its preparation is not in the file.',
      '- brew 2024-05-12T08:00:00.000Z: Its preparation is not in the file.',
      '- brew of a day to come: Its date is in the future.',
      '',
      'What was changed or left out of what was taken:',
      '- grinder Grandmother’s: No grinder here is certainly this one; its settings are kept as they are, without a grind index.',
      '- grinder : No grinder here is certainly this one; its settings are kept as they are, without a grind index.',
      '- brew 2024-05-12T08:00:00.000Z: Its rating (3.5 of 5) was taken as 4 of 5.',
    ])
    expect(looked.slice(1)).toEqual(saved.slice(1))
    expect(savedFrom(await onPage(ann, JSON.stringify(file)))[0]).toBe(
      'Taken over: 0 bags (1 was here already) and 0 brews (2 were here already).',
    )
  })

  test('says of a bare file that was cut, and of a table in other letters, what may be wrong with it', async () => {
    const ann = await world.person()
    const cut = anExport({ BREWS: Array.from({ length: 500 }, (_, at) => aBrew(`b-${at}`)) })
    expect(savedFrom(await onPage(ann, JSON.stringify(cut), '?look'))[1]).toStartWith('It has exactly 500 brews, where')
    expect(savedFrom(await onPage(ann, 'date,method,mood\n2026-01-02 08:15,V60,good\n'))).toEqual([
      'Taken over: 1 brew.',
      'These columns are none of ours, and were not read: mood.',
      'Not taken: 0',
      'Remarks: 0',
    ])
  })

  test.each<[string, () => string]>([
    [
      'Beanconqueror',
      () => JSON.stringify(anExport({ MILL: Array.from({ length: 130 }, (_, at) => aMill(`m-${at}`, `Mine ${at}`)) })),
    ],
    [
      'a table',
      () =>
        `date,method,grinder\n${Array.from({ length: 130 }, (_, at) => `2026-01-02 08:15:${String(at % 60).padStart(2, '0')},V60,Mine ${at}`).join('\n')}`,
    ],
  ])('names a hundred grinders of %s, and how many more there are', async (_, file) => {
    const as = await world.person()
    const page = await onPage(as, file(), '?look')
    const saved = savedFrom(page)
    const named = saved.filter(line => line.startsWith('- Mine '))
    expect([named.length, saved[saved.indexOf(named.at(-1) ?? '') + 1]]).toEqual([100, '- and 30 more'])
    expect(page).toContain('The file names 120 more grinders.')
    const { body } = await world.call('POST /api/user/import?isDryRun=true', { as, body: file() })
    expect([body.grinders.length, body.grinderCount]).toEqual([100, 130])
  })
})
