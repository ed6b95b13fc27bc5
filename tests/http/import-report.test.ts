import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aBean, aBrew, aMill, anExport } from '../support/beanconqueror.ts'
import { cookieOf } from '../support/browsing.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

async function onPage(as: Someone, file: string, look = '') {
  const form = new FormData()
  form.set('file', new File([file], 'file'))
  // As from the preview of a table, which would ask first.
  form.set('matched', '1')
  const reply = await fetch(`${world.url}/me/import${look}`, {
    method: 'POST',
    headers: { accept: 'text/html', origin: world.url, cookie: cookieOf(as) },
    body: form,
  })
  return reply.text()
}

/** The file that the page's link saves. */
const savedFrom = (page: string) => {
  const [, href = ''] = /href="data:text\/plain;charset=utf-8,([^"]*)"/.exec(page) ?? []
  return decodeURIComponent(href).split('\n')
}

/** An export of this service with these brews. */
const accountWith = (keys: string[]) => ({
  data: {
    brewLogs: keys.map((importKey, at) => ({
      id: at + 1,
      importKey,
      method: 'v60',
      createdAt: '2026-01-01T08:00:00Z',
    })),
  },
  names: {},
})

describe('the report of an import, as it is saved,', () => {
  test('first sums up what was imported, what was not and why, and then lists each', async () => {
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
    expect(looked[0]).toBe('Ready to import: 1 bag and 2 brews.')
    const saved = savedFrom(await onPage(ann, JSON.stringify(file)))
    expect(saved).toEqual([
      'Imported: 1 bag and 2 brews.',
      'Left out: 4',
      '- 2 brews: The preparation is not in the file.',
      '- 1 bag: The name is missing. The brews are kept, without a coffee.',
      '- 1 brew: The date is in the future.',
      'Not imported, because Dialin doesn’t store it: prices (2), varieties (2), regions (2), roast types (filter or espresso) (2).',
      'Changed: 3',
      '- 2 grinders: We couldn’t match this grinder; its settings are kept as written, without a grind index.',
      '- 1 brew: The rating was rounded to whole stars.',
      '',
      'Grinders:',
      '- Comandante C40 MK4: comandante-c40-mk4',
      '- Grandmother’s: no match',
      '- unnamed: no match',
      '',
      'What was left out:',
      '- bag unnamed: The name is missing. The brews are kept, without a coffee.',
      '- brew 2024-05-12T08:00:00.000Z: The preparation is not in the file.',
      '- brew 2024-05-12T08:00:00.000Z: The preparation is not in the file.',
      '- brew 2096-10-02T07:06:40.000Z: The date is in the future.',
      '',
      'What was changed in what was imported:',
      '- grinder Grandmother’s: We couldn’t match this grinder; its settings are kept as written, without a grind index.',
      '- grinder : We couldn’t match this grinder; its settings are kept as written, without a grind index.',
      '- brew 2024-05-12T08:00:00.000Z: The rating (3.5 of 5) was rounded to 4 of 5.',
    ])
    expect(looked.slice(1)).toEqual(saved.slice(1))
    expect(savedFrom(await onPage(ann, JSON.stringify(file)))[0]).toBe(
      'Imported: 0 bags (1 was already there) and 0 brews (2 were already there).',
    )
  })

  test('names each kind of thing that the file has and we do not store, once', async () => {
    const ann = await world.person()
    const bare = { cost: 0, bean_information: [], bean_roasting_type: 'UNKNOWN' }
    const none = { cupping: { body: 0, notes: '' }, cupped_flavor: { predefined_flavors: {}, custom_flavors: [] } }
    const file = anExport({
      BEANS: [
        aBean('bean-1', { ...bare, ...none, attachments: ['a.jpg', 'b.jpg'], url: 'https://nine.example' }),
        aBean('bean-2', { ...bare, cost: 12, bean_information: [{ country: 'Kenya', variety: 'SL28' }] }),
        aBean('bean-3', { ...bare, roast: 'CUSTOM_ROAST', roast_custom: 'toasty' }),
        aBean('bean-4', { ...bare, roast: 'CUSTOM_ROAST', roast_custom: 'Light' }),
      ],
      BREWS: [
        aBrew('a', { ...none, attachments: ['c.jpg'], flow_profile: 'brews/a_flow_profile.json', water: 'water-1' }),
        aBrew('b', { cupping: { body: 7 }, method_of_preparation_tools: ['tool-1'], pressure_profile: '9 bar' }),
        aBrew('c', { cupped_flavor: { custom_flavors: ['plum'] }, mill_speed: 90, coordinates: { latitude: null } }),
      ],
      GREEN_BEANS: [{ name: 'Lot 1', attachments: ['d.jpg'] }],
      WATER: [{}, {}, {}],
      ROASTING_MACHINES: [{}],
    })
    const line =
      'Not imported, because Dialin doesn’t store it: photos (4), flow profiles (1), green beans (1), roasting machines (1), waters (3), pressure profiles (1), cupping scores (2), brew waters (1), preparation tools (1), grinder speeds (1), prices (1), links (1), varieties (1), custom roast names (1).'
    const page = await onPage(ann, JSON.stringify(file))
    expect([page.includes(`<p>${line}</p>`), savedFrom(page)[2]]).toEqual([true, line])
    const { body } = await world.call('POST /api/user/import?isDryRun=true', { as: ann, body: file })
    expect(body.notKept.slice(0, 2)).toEqual([
      { what: 'photos', count: 4 },
      { what: 'flow profiles', count: 1 },
    ])
    const odd = { GREEN_BEANS: 'none', WATER: { 0: {} }, BEANS: [null, 7, { attachments: 'x' }], BREWS: [] }
    expect((await world.call('POST /api/user/import?isDryRun=true', { as: ann, body: odd })).body.notKept).toEqual([])
  })

  test("says that something is missing if a brew's bag or grinder is not in the file", async () => {
    const ann = await world.person()
    const BREWS = [
      aBrew('a', { bean: 'gone-1', mill: 'gone' }),
      aBrew('b', { bean: 'gone-2' }),
      aBrew('c', { bean: 'gone-2' }),
      aBrew('d', { bean: '', mill: '' }),
    ]
    const page = await onPage(ann, JSON.stringify(anExport({ BREWS })))
    const saved = savedFrom(page)
    expect(saved[1]).toBe(
      'The brews refer to 2 bags and 1 grinder that are not in the file. Export again, and import the whole archive.',
    )
    expect(page).toContain(saved[1] as string)
    expect(saved.filter(line => line.includes('is not in the file'))).toEqual([
      '- 3 brews: The bag is not in the file.',
      '- 1 brew: The grinder is not in the file; the setting is kept, without a grind index.',
      '- brew 2024-05-12T08:00:00.000Z: The bag is not in the file.',
      '- brew 2024-05-12T08:00:00.000Z: The grinder is not in the file; the setting is kept, without a grind index.',
      '- brew 2024-05-12T08:00:00.000Z: The bag is not in the file.',
      '- brew 2024-05-12T08:00:00.000Z: The bag is not in the file.',
    ])
  })

  test('sums up the remarks, losses first, and lists every loss', async () => {
    const ann = await world.person()
    const BREWS = Array.from({ length: 150 }, (_, at) =>
      aBrew(`b-${at}`, { rating: 3.5, grind_weight: 5000 + at, ...(at === 149 ? { note: 'x'.repeat(5500) } : {}) }),
    )
    const page = await onPage(ann, JSON.stringify(anExport({ BREWS })))
    const sums = [
      '150 brews: The dose is out of range, so it was left out.',
      '1 brew: The note was cut after 5000 characters.',
      '150 brews: The rating was rounded to whole stars.',
    ]
    expect(page).toContain(`<ul>${sums.map(line => `<li>${line}</li>`).join('')}</ul><details`)
    const saved = savedFrom(page)
    expect(saved.slice(3, 7)).toEqual(['Changed: 301', ...sums.map(line => `- ${line}`)])
    const each = saved.slice(saved.indexOf('What was changed in what was imported:') + 1)
    expect(each.filter(line => line.includes('The dose (5'))).toHaveLength(150)
    expect(each[150]).toEndWith('The note was cut after 5000 characters.')
    expect(each.slice(-2)).toEqual([expect.stringContaining('The rating (3.5 of 5)'), '- and 50 more'])
  })

  test('warns about a truncated file, and about a table in another encoding', async () => {
    const ann = await world.person()
    const cut = anExport({ BREWS: Array.from({ length: 500 }, (_, at) => aBrew(`b-${at}`)) })
    expect(savedFrom(await onPage(ann, JSON.stringify(cut), '?look'))[1]).toStartWith(
      'The file has exactly 500 brews, the number',
    )
    expect(savedFrom(await onPage(ann, 'date,method,mood\n2026-01-02 08:15,V60,good\n'))).toEqual([
      'Imported: 1 brew.',
      'These columns won’t be imported: mood.',
      'Left out: 0',
      'Changed: 0',
    ])
  })

  test.each<[string, (name: string) => string | object]>([
    ['Beanconqueror', name => anExport({ BREWS: ['a', 'b', 'c', 'd'].map(uuid => aBrew(`${name}-${uuid}`)) })],
    ['a table', () => `date,method\n${[1, 2, 3, 4].map(day => `2026-01-0${day} 08:15,V60`).join('\n')}`],
    ['another Dialin', name => accountWith(['a', 'b', 'c', 'd'].map(key => `${name}-${key}`))],
  ])('of %s says how many brews a nearly full log had no room for', async (_, fileOf) => {
    const as = await world.person()
    const file = fileOf('b')
    const { brews } = world.ports
    const { count } = brews
    const bring = async (room: number, look = '') => {
      brews.count = async userId => (userId === as.id ? 100_000 - room : count(userId))
      const { body } = await world.call(`POST /api/user/import${look}`, { as, body: file })
      brews.count = count
      return body
    }
    const leftOut = (count: number) => [
      {
        kind: 'brew',
        reason: 'Your log is full at 100,000 brews. Delete some you no longer need, then try again.',
        count,
      },
    ]
    for (const look of ['?isDryRun=true', ''])
      expect(await bring(3, look)).toMatchObject({
        brews: { taken: 3, alreadyHere: 0, notTaken: 1 },
        notTakenBecause: leftOut(1),
      })
    expect(await count(as.id)).toBe(3)
    // A brew that is already in the log needs no room.
    expect(await bring(1)).toMatchObject({ brews: { taken: 1, alreadyHere: 3, notTaken: 0 }, notTakenBecause: [] })
    expect(await count(as.id)).toBe(4)
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
