import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { importedFile, MAX_IMPORT_BYTES } from '../../adapters/imports/import-file.ts'
import { aBean, aBrew } from '../support/beanconqueror.ts'
import { cookieOf } from '../support/browsing.ts'
import { hostileArchives, packedJson as json, packedMain as main } from '../support/hostile-archives.ts'
import { many } from '../support/many.ts'
import { uploadsUnderWay } from '../support/uploads.ts'
import { waitBeside } from '../support/waiting.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'
import { zipped } from '../support/zip.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const brews = (from: number, count: number) => many(count, at => aBrew(`brew-${from + at}`))
const uuids = (rows: unknown) => (rows as { config: { uuid: string } }[]).map(({ config }) => config.uuid)

describe('the archive of Beanconqueror', () => {
  test('is assembled: numbered files continue the lists of the main file, in order', async () => {
    const file = await importedFile(
      zipped([
        json('Beanconqueror_Brews_2.json', brews(1000, 3)),
        json('Beanconqueror_Beans_1.json', [aBean('bean-500')]),
        json('Beanconqueror_Brews_1.json', brews(500, 500)),
        main({ BREWS: brews(0, 500), BEANS: many(500, at => aBean(`bean-${at}`)) }),
      ]),
    )
    expect(uuids(file.BREWS)).toEqual(many(1003, at => `brew-${at}`))
    expect(uuids(file.BEANS)).toEqual(many(501, at => `bean-${at}`))
    expect(file.MILL).toHaveLength(1)
  })

  test('may contain photos, profiles and an enclosing folder, and may be uncompressed', async () => {
    const file = await importedFile(
      zipped([
        { name: 'export/photos/1.jpg', text: 'x'.repeat(100_000) },
        { name: 'export/brews/flow_profile.json', text: 'not even JSON' },
        { name: '__MACOSX/export/._Beanconqueror.json', text: 'Mac' },
        { ...main(), name: 'export/Beanconqueror.json', stored: true },
      ]),
    )
    expect(uuids(file.BREWS)).toEqual(['brew-1'])
  })

  test('may be a ZIP64, whose sizes have eight bytes', async () => {
    const parts = [main({ BREWS: brews(0, 500) }), json('Beanconqueror_Brews_1.json', brews(500, 3))]
    expect(uuids((await importedFile(zipped(parts, { zip64: true }))).BREWS)).toHaveLength(503)
  })
})

/** One address may send only this many a minute. */
let addresses = 0
const another = () => ({ 'x-forwarded-for': `10.77.${addresses >> 8}.${addresses++ & 255}` })

/** Sent without a length, so that even a small one goes through the disk. */
const bring = async (archive: Buffer<ArrayBuffer>, as: { token: string }) => {
  const response = await fetch(`${world.url}/api/user/import`, {
    method: 'POST',
    headers: { ...another(), authorization: `Bearer ${as.token}`, 'content-type': 'application/zip' },
    body: new Blob([archive]).stream(),
  })
  return { status: response.status, body: await response.json() }
}

/** As a form without scripts sends it. */
const post = async (archive: Buffer<ArrayBuffer>, as: Someone) => {
  const form = new FormData()
  form.set('file', new File([archive], 'Beanconqueror.zip'))
  const response = await fetch(`${world.url}/me/import`, {
    method: 'POST',
    headers: { ...another(), accept: 'text/html', origin: world.url, cookie: cookieOf(as) },
    body: form,
  })
  return { status: response.status, page: await response.text() }
}

describe('an archive that goes through the disk', () => {
  test('is imported like any other, and leaves nothing on the disk', async () => {
    const ann = await world.person()
    const photos = { name: 'photos/1.jpg', text: crypto.getRandomValues(Buffer.alloc(60_000)), stored: true }
    const { status, body } = await bring(zipped([photos, main({ BREWS: brews(0, 3) })]), ann)
    expect([status, body.brews?.taken, body.beans?.taken]).toEqual([200, 3, 1])
    expect(uploadsUnderWay(world)).toEqual([])
  })

  test.each(hostileArchives)('with %s is refused with a sentence, as in a form', async (_, make, status, complaint) => {
    const ann = await world.person()
    const archive = make()
    const answer = await bring(archive, ann)
    expect([answer.status, answer.body]).toEqual([status, { error: `The body ${complaint}` }])
    expect(uploadsUnderWay(world)).toEqual([])
    if (archive.length <= MAX_IMPORT_BYTES) {
      const posted = await post(archive, ann)
      expect([posted.status, posted.page]).toEqual([status, expect.stringContaining(`The file ${complaint}`)])
    }
    const { total } = (await world.call('GET /api/brew-logs', { as: ann })).body
    expect(total).toBe(0)
  })

  test('above 16 MiB is too large for a form, which comes back and says so', async () => {
    const photo = { name: 'photos/1.jpg', text: Buffer.alloc(MAX_IMPORT_BYTES + 20_000), stored: true }
    const { status, page } = await post(zipped([photo, main()]), await world.person())
    expect([status, page]).toEqual([413, expect.stringContaining('The file is larger than 16 MiB.')])
    expect(page).toContain('type="file"')
  })

  test('makes nobody wait, whatever it contains', async () => {
    const wait = await waitBeside(
      world,
      async prepared => {
        for (const [archive, status, person] of prepared) expect((await bring(archive, person)).status).toBe(status)
      },
      200,
      () =>
        Promise.all(hostileArchives.map(async ([, make, status]) => [make(), status, await world.person()] as const)),
    )
    expect(wait).toBeLessThan(200)
  })
})
