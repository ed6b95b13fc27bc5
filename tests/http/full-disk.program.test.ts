import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, postgresPrograms, startCluster } from '../support/cluster.ts'
import { eventually } from '../support/eventually.ts'
import { jpegOf, twoColours } from '../support/pictures.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { canMount, smallDisk } from '../support/small-disk.ts'
import { embeddedCopy, engine, prepare, temporaryFolder } from '../support/templates.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

const ready = async (world: TestWorld) => {
  const { status, body } = await world.call('GET /api/health/ready')
  return [status, body.reason]
}

describe.skipIf(!canMount)('a full disk under the database', () => {
  let disk: Awaited<ReturnType<typeof smallDisk>>
  let cluster: Cluster | undefined
  let world: TestWorld
  beforeAll(async () => {
    disk = await smallDisk(300)
    const place = { databaseUrl: undefined as string | undefined, dataDir: temporaryFolder() }
    if (engine === 'postgres') {
      cluster = await startCluster(postgresPrograms() ?? '', { inside: disk.folder })
      place.databaseUrl = cluster.url('postgres')
      await prepare(place)
    } else {
      const { dataDir } = await embeddedCopy('seeded')
      place.dataDir = join(disk.folder, 'data')
      cpSync(dataDir, place.dataDir, { recursive: true })
    }
    world = await startWorld(place)
  })
  afterAll(async () => {
    await world.stop()
    await cluster?.stop()
    await disk.remove()
  })

  test('is a 503 for writes, reports not ready, and everything works again once there is room', async () => {
    const ann = await world.person()
    const log = () =>
      world.call('POST /api/brew-logs', {
        as: ann,
        body: { method: 'v60', doseGrams: 15, waterGrams: 240, notes: 'x'.repeat(1900) },
      })
    expect([(await log()).status, await ready(world)]).toEqual([201, [200, null]])
    await disk.fill()
    // What fits into existing pages is still written.
    const refused = await eventually(async () => {
      const answer = await log()
      return answer.status !== 201 && answer
    })
    expect([refused.status, refused.headers.get('retry-after'), refused.body.error]).toEqual([
      503,
      '5',
      'The disk of this service is full, so nothing was saved; try again later.',
    ])
    const place = engine === 'postgres' ? 'the disk of the database' : 'the disk of DATA_DIR'
    for (let time = 0; time < 2; time++)
      expect(await ready(world)).toEqual([503, expect.stringContaining(`There is no space left on ${place}`)])
    expect((await world.call('GET /api/auth/me', { as: ann })).status).toBe(200)

    disk.makeRoom()
    expect(await ready(world)).toEqual([200, null])
    expect((await log()).status).toBe(201)
  })
})

describe.skipIf(!canMount)('a full disk under the files', () => {
  let disk: Awaited<ReturnType<typeof smallDisk>>
  let world: TestWorld
  let ann: Someone
  beforeAll(async () => {
    disk = await smallDisk(20)
    world = await startWorld({ pictures: { folder: join(disk.folder, 'pictures') } })
    ann = await aMember(world, await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees: [] }))
  })
  afterAll(async () => {
    await world.stop()
    await disk.remove()
  })

  test('is a 503 for uploading a picture, reports not ready, and both recover once there is room', async () => {
    const picture = await jpegOf(twoColours(1000, 600))
    const send = () =>
      world.call('PUT /api/roaster-portal/logo', { as: ann, body: picture, headers: { 'content-type': 'image/jpeg' } })
    expect((await send()).status).toBe(200)
    await disk.fill()
    const refused = await send()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await ready(world)).toEqual([
      503,
      expect.stringContaining('There is no space left on the disk of PICTURES_DIR'),
    ])
    disk.makeRoom()
    expect(await ready(world)).toEqual([200, null])
    expect((await send()).status).toBe(200)
  })
})
