import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { largeImport } from '../../adapters/imports/import-file.ts'
import { dialin, envOf } from '../cli/cli.ts'
import { packedMain } from '../support/hostile-archives.ts'
import { temporaryFolder } from '../support/templates.ts'
import { uploadsUnderWay } from '../support/uploads.ts'
import { waitBeside } from '../support/waiting.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { zipped } from '../support/zip.ts'

const MIB = 1024 * 1024

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/**
 * An archive with this many bytes of photos, which take no disk space: they are a hole in the file.
 */
async function archiveWithPhotos(bytes: number) {
  const archive = zipped([
    packedMain(),
    { name: 'photos/1.jpg', text: '', stored: true, saysSize: bytes, saysPacked: bytes },
  ])
  const [placeOfDirectory, directory] = [archive.length - 6, archive.readUInt32LE(archive.length - 6)]
  archive.writeUInt32LE(directory + bytes, placeOfDirectory)
  const path = join(temporaryFolder(), 'Beanconqueror.zip')
  const file = await open(path, 'w')
  await file.write(archive, 0, directory, 0)
  await file.write(archive, directory, archive.length - directory, directory + bytes)
  await file.close()
  return path
}

/** Sent by a separate process, so that the memory of this one is the service's. */
async function send(path: string, token: string) {
  const program = `
    const [url, token, path] = process.argv.slice(1)
    const reply = await fetch(url, { method: 'POST', headers: { authorization: 'Bearer ' + token }, body: Bun.file(path) })
    console.log(JSON.stringify([reply.status, await reply.json()]))`
  const client = Bun.spawn([process.execPath, '-e', program, `${world.url}/api/user/import`, token, path], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return JSON.parse(await new Response(client.stdout).text())
}

const canTell = existsSync('/proc/self/clear_refs')

/**
 * How many more bytes this process holds for an archive with photos than for one without. The
 * engine and garbage of earlier test files affect both, and the least of five tries leaves out most
 * of it.
 */
async function heldForPhotos(bytes: number, work: (archive: string) => Promise<unknown>) {
  const archives = { small: await archiveWithPhotos(MIB), large: await archiveWithPhotos(bytes) }
  const held = { small: Infinity, large: Infinity }
  for (let time = 0; time < 5; time++)
    for (const size of ['small', 'large'] as const)
      held[size] = Math.min(held[size], await heldBy(() => work(archives[size])))
  return held.large - held.small
}

/** The peak memory during the work, above the memory before it. */
async function heldBy(work: () => Promise<unknown>) {
  const told = (name: string) =>
    1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
  Bun.gc(true)
  // Resets the recorded peak.
  writeFileSync('/proc/self/clear_refs', '5')
  const before = told('VmRSS')
  await work()
  return told('VmHWM') - before
}

test.skipIf(!canTell)('480 MB of photos cost the service no memory', async () => {
  const ann = await world.person()
  expect(await send(await archiveWithPhotos(MIB), ann.token)).toMatchObject([200, { brews: { taken: 1 } }])
  const held = await heldForPhotos(480 * MIB, async archive =>
    expect(await send(archive, ann.token)).toMatchObject([200, { brews: { alreadyHere: 1 } }]),
  )
  // On a busy machine, up to 150 MiB of what was written to the disk had not been collected yet.
  expect(held).toBeLessThan(200 * MIB)
  expect(uploadsUnderWay(world)).toEqual([])
})

test('nor do they make anybody wait', async () => {
  const large = await archiveWithPhotos(300 * MIB)
  const wait = await waitBeside(
    world,
    async ({ token }) => expect(await send(large, token)).toMatchObject([200, { brews: { taken: 1 } }]),
    200,
    () => world.person(),
  )
  expect(wait).toBeLessThan(200)
})

test.skipIf(!canTell)('nor do they cost the command line memory, which accepts any size', async () => {
  const held = await heldForPhotos(largeImport.maxBytes + 1, async archive => {
    const ann = await world.person()
    const { exit, out } = await dialin(['import', archive, '--user', ann.email], envOf(world))
    expect([exit, out]).toEqual([0, expect.stringContaining('Imported: 1 bag and 1 brew.')])
  })
  expect(held).toBeLessThan(128 * MIB)
})

test('a body of unknown size is accepted up to the limit, and no further', async () => {
  const ann = await world.person()
  let sent = 0
  // Beyond the limit it stops reading. A client that keeps sending finds the connection closed,
  // perhaps before it reads why.
  const unsized = new ReadableStream({
    pull: controller => {
      if (sent > largeImport.maxBytes) return new Promise<void>(() => {})
      controller.enqueue(sent === 0 ? Buffer.from('PK\x03\x04') : new Uint8Array(MIB))
      sent += MIB
    },
  })
  const reply = await fetch(`${world.url}/api/user/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.token}` },
    body: unsized,
  })
  expect([reply.status, await reply.json()]).toEqual([413, { error: 'The body is larger than 512 MiB.' }])
  expect(uploadsUnderWay(world)).toEqual([])
})
