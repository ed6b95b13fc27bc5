import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { importedFile } from '../../adapters/import-file.ts'
import { aBean, aBrew } from '../support/beanconqueror.ts'
import { hostileArchives, packedJson as json, packedMain as main, many } from '../support/hostile-archives.ts'
import { uploadsUnderWay } from '../support/uploads.ts'
import { waitBeside } from '../support/waiting.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { zipped } from '../support/zip.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const brews = (from: number, count: number) => many(count, at => aBrew(`brew-${from + at}`))
const uuids = (rows: unknown) => (rows as { config: { uuid: string } }[]).map(({ config }) => config.uuid)

describe('the archive of Beanconqueror', () => {
  test('is put together: what the main file begins, numbered files go on with, in their order', async () => {
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
    expect(file.isWhole).toBe(true)
  })

  test('may have photos, profiles and a folder around it, and may be stored as it is', async () => {
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

/** As it comes, without saying how long it is: so that also a small one goes by way of the disk. */
const bring = async (archive: Buffer<ArrayBuffer>, as: { token: string }) => {
  const response = await fetch(`${world.url}/api/user/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/zip' },
    body: new Blob([archive]).stream(),
  })
  return { status: response.status, body: await response.json() }
}

describe('an archive on its way by the disk', () => {
  test('is taken over like any other, and the disk is as it was', async () => {
    const ann = await world.person()
    const photos = { name: 'photos/1.jpg', text: crypto.getRandomValues(Buffer.alloc(60_000)), stored: true }
    const { status, body } = await bring(zipped([photos, main({ BREWS: brews(0, 3) })]), ann)
    expect([status, body.brews?.taken, body.beans?.taken]).toEqual([200, 3, 1])
    expect(uploadsUnderWay(world)).toEqual([])
  })

  test.each(hostileArchives)('with %s is refused with a sentence', async (_, make, status, complaint) => {
    const ann = await world.person()
    const answer = await bring(make(), ann)
    expect([answer.status, answer.body]).toEqual([status, { error: `The body ${complaint}` }])
    expect(uploadsUnderWay(world)).toEqual([])
    const { total } = (await world.call('GET /api/brew-logs', { as: ann })).body
    expect(total).toBe(0)
  })

  test('makes nobody wait, whatever it is', async () => {
    const wait = await waitBeside(
      world,
      async prepared => {
        for (const [archive, person] of prepared) await bring(archive, person)
      },
      200,
      () => Promise.all(hostileArchives.map(async ([, make]) => [make(), await world.person()] as const)),
    )
    expect(wait).toBeLessThan(200)
  })
})
