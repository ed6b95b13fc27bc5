import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uploadsIn } from '../../adapters/http/uploads.ts'
import { largeImport, MAX_IMPORT_BYTES } from '../../adapters/imports/import-file.ts'
import { createLog } from '../../adapters/program/log.ts'
import { eventually } from '../support/eventually.ts'
import { halfSentTo } from '../support/half-sent.ts'
import { packedMain } from '../support/hostile-archives.ts'
import { many } from '../support/many.ts'
import { temporaryFolder } from '../support/templates.ts'
import { canSeeUploads, uploadsUnderWay } from '../support/uploads.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { zipped } from '../support/zip.ts'

let world: TestWorld
const sending = halfSentTo(() => world.port)
beforeAll(async () => {
  world = await startWorld()
})
afterEach(async () => {
  sending.endAll()
  await eventually(() => uploadsUnderWay(world).length === 0)
})
afterAll(() => world.stop())

/** Larger than what is held in memory. */
const archive = zipped([{ name: 'photos/1.jpg', text: Buffer.alloc(MAX_IMPORT_BYTES, 1), stored: true }, packedMain()])
/** Too little of it to be of any use. */
const beginning = archive.subarray(0, 10_000)

/** Starts to send a body declared with this length. */
const upload = (as: { token: string }, sent: Uint8Array = beginning, length = archive.length) =>
  sending.begin(`POST /api/user/import HTTP/1.1\r\nauthorization: Bearer ${as.token}`, length, sent)

const begun = (count: number) => eventually(() => uploadsUnderWay(world).length === count)
const statusOf = (answer: string) => Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1])
const sentenceIn = (answer: string) => JSON.parse(answer.slice(answer.indexOf('{'))).error

describe.skipIf(!canSeeUploads)('an archive being uploaded', () => {
  test('is on the disk under no name', async () => {
    const { socket, answered } = upload(await world.person())
    await begun(1)
    expect(readdirSync(world.config.dataDir).filter(name => name.startsWith('upload-'))).toEqual([])
    socket.write(archive.subarray(10_000))
    expect(statusOf(await answered())).toBe(200)
  })

  test('is deleted when its sender hangs up, which is not our error', async () => {
    const from = world.logLines.length
    const { socket } = upload(await world.person())
    await begun(1)
    socket.destroy()
    await begun(0)
    const lines = () => world.logLines.slice(from).map(line => JSON.parse(line))
    await eventually(() => lines().some(({ event }) => event === 'request'))
    expect(lines()).toMatchObject([
      { level: 'info', event: 'client hung up' },
      { level: 'info', event: 'request', status: 400 },
    ])
  })

  test('has as much time as a slow line needs, but no more', async () => {
    const { socket, answered } = upload(await world.person())
    await begun(1)
    world.clock.advance({ minutes: 2 })
    socket.write(archive.subarray(10_000, 10_001))
    const answer = await answered()
    expect([statusOf(answer), sentenceIn(answer)]).toEqual([
      408,
      'The upload was slower than 64 KiB a second. Try again with a faster connection.',
    ])
    expect(answer).toMatch(/^connection: close\r$/im)
  })

  test('that declares itself too large is refused', async () => {
    const answer = await upload(await world.person(), Buffer.alloc(0), largeImport.maxBytes + 1).answered()
    expect([statusOf(answer), sentenceIn(answer)]).toEqual([413, 'The body is larger than 512 MiB.'])
  })

  test('may be larger than anything else, which is refused by its first bytes', async () => {
    const { socket, answered } = upload(await world.person(), Buffer.from('{"BREWS":[', 'utf8'), MAX_IMPORT_BYTES + 1)
    const answer = await answered()
    expect([statusOf(answer), sentenceIn(answer)]).toEqual([413, 'The body is larger than 16 MiB.'])
    expect(answer).toMatch(/^connection: close\r$/im)
    socket.destroy()
  })

  test('must be the only one of its person: another is told to wait', async () => {
    const ann = await world.person()
    const first = upload(ann)
    await begun(1)
    const answer = await upload(ann).answered()
    expect([statusOf(answer), sentenceIn(answer)]).toEqual([
      503,
      'Another of your archives is still being imported. Send this one when it’s done.',
    ])
    expect(answer).toMatch(/^retry-after: 5\r$/im)
    first.socket.write(archive.subarray(10_000))
    expect(statusOf(await first.answered())).toBe(200)
    await begun(0)
    expect(statusOf(await upload(ann, archive).answered())).toBe(200)
  })

  test('may be accompanied by seven others, and everybody else is served meanwhile', async () => {
    const people = await Promise.all(many(9, () => world.person()))
    for (const [at, person] of people.slice(0, 8).entries()) {
      upload(person)
      await begun(at + 1)
    }
    const [ninth] = people.slice(8)
    const answer = await upload(ninth ?? { token: '' }).answered()
    expect([statusOf(answer), sentenceIn(answer)]).toEqual([503, 'The service is busy. Try again shortly.'])
    const json = await world.call('POST /api/user/import', { as: ninth, body: { BREWS: [] } })
    expect(json.status).toBe(200)
    // An archive small enough for memory does not wait for room on the disk, either.
    const small = zipped([packedMain()])
    expect(statusOf(await upload(ninth ?? { token: '' }, small, small.length).answered())).toBe(200)
  })
})

describe('the disk', () => {
  const quiet = createLog('silent', () => {})

  test('keeps nothing that an earlier process left', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'upload-1'), 'half of an archive')
    writeFileSync(join(folder, 'session-secret'), 'kept')
    uploadsIn(folder, () => new Date(), quiet)
    expect(readdirSync(folder)).toEqual(['session-secret'])
  })

  test('keeps room for the rest: an archive that would fill it is refused at once', async () => {
    const folder = temporaryFolder()
    const uploads = uploadsIn(folder, () => new Date(), quiet)
    await expect(uploads.begin(1, 2 ** 50)).rejects.toThrow('We can’t take an archive right now')
    const upload = await uploads.begin(1, 1000)
    await upload.end()
  })

  test('that cannot be written is logged, and the sender gets a sentence', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    const lines: string[] = []
    const uploads = uploadsIn(
      file,
      () => new Date(),
      createLog('error', line => lines.push(line)),
    )
    await expect(uploads.begin(1, 1000)).rejects.toThrow('We can’t take an archive right now')
    expect(lines.map(line => JSON.parse(line).event)).toEqual(['upload failed'])
  })
})
