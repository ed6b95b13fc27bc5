import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePicture } from '../../adapters/pictures/make.ts'
import type { Picture } from '../../core/pictures/model.ts'
import { openBucket } from '../support/bucket.ts'
import {
  chunk,
  exif,
  halvesOf,
  jpegOf,
  pngOfPixels,
  pngWith,
  twoColours,
  webpWith,
  withSegment,
} from '../support/pictures.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

const bucket = openBucket()
const folder = mkdtempSync(join(tmpdir(), 'dialin-pictures-'))
afterAll(() => {
  bucket.stop()
  rmSync(folder, { recursive: true, force: true })
})

const jpeg = await jpegOf(twoColours(1000, 600))
const png = twoColours(200, 200)
const webp = Buffer.from(await new Bun.Image(png).webp().bytes())

async function aShelf(world: TestWorld) {
  const coffees = [
    { slug: 'worka', name: 'Worka', recipes: [{ method: 'v60' }] },
    { slug: 'idle', name: 'Idle', recipes: [] },
  ]
  const ann = await aMember(world, await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees }))
  const ben = await aMember(world, await aRoastery(world, { slug: 'rival', name: 'Rival', coffees: [] }))
  const { data } = (await world.call('GET /api/roaster-portal/coffees', { as: ann })).body
  const idOf = (slug: string): number => data.find((one: { slug: string }) => one.slug === slug).id
  return { ann, ben, worka: idOf('worka'), idle: idOf('idle') }
}

let sent = 1
const sendTo = async (
  world: TestWorld,
  path: string,
  body: BodyInit,
  { as, headers = {}, method = 'PUT' }: { as?: Someone; headers?: Record<string, string>; method?: string } = {},
) => {
  const response = await fetch(`${world.url}/api/roaster-portal/${path}`, {
    method,
    body,
    headers: {
      'x-forwarded-for': `10.9.0.${sent++}`,
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...headers,
    },
  })
  return { status: response.status, body: (await response.json()) as { picture: Picture; error: string } }
}

const fetched = async (world: TestWorld, path: string | undefined, headers = {}) => {
  const response = await fetch(`${world.url}${path}`, { headers })
  return { status: response.status, headers: response.headers, bytes: await response.bytes() }
}

describe.each([
  { store: 'the database', place: undefined, kept: () => undefined },
  { store: 'a folder', place: { folder }, kept: () => readdirSync(folder, { recursive: true }).filter(isFile).length },
  { store: 'a bucket', place: bucket.place, kept: () => bucket.names().length },
])('a picture in $store', ({ place, kept }) => {
  let world: TestWorld
  let shelf: Awaited<ReturnType<typeof aShelf>>
  beforeAll(async () => {
    world = await startWorld({ pictures: place })
    shelf = await aShelf(world)
  })
  afterAll(() => world.stop())

  /** In the database, or in the configured storage. */
  const files = async () => {
    const [row] = await world.sql<{ files: number }[]>`select count(*) as files from picture_files`
    return kept() ?? row?.files
  }
  const rows = async () => (await world.sql`select from pictures`).length

  test('is resized, cached forever, and shown with its coffee', async () => {
    const { ann, worka } = shelf
    const { status, body } = await sendTo(world, `coffees/${worka}/picture`, jpeg, { as: ann })
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined as never })
    const { sizes } = body.picture
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [400, 240],
      [800, 480],
      [1000, 600],
    ])
    const { status: found, headers, bytes } = await fetched(world, sizes[1]?.path)
    expect(found).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'access-control-allow-origin': '*',
    })
    expect(await new Bun.Image(bytes).metadata()).toEqual({ width: 800, height: 480, format: 'webp' })
    const again = await fetched(world, sizes[1]?.path, { 'if-none-match': headers.get('etag') ?? '' })
    expect([again.status, again.bytes.length]).toEqual([304, 0])

    const shown = { picture: body.picture }
    expect((await world.call(`GET /api/coffees/${worka}`)).body).toMatchObject(shown)
    expect((await world.call('GET /api/embed/hill-road/worka')).body.coffee).toMatchObject(shown)
    expect((await world.call('GET /api/embed/recipes/hill-road')).body.recipes[0].coffee).toMatchObject(shown)
    expect((await world.call(`GET /api/coffees/${shelf.idle}`)).body.picture).toBeNull()
    expect(await files()).toBe(3)
  })

  test('replaces the previous one, of which nothing is left', async () => {
    const { ann, worka } = shelf
    const before = (await world.call(`GET /api/coffees/${worka}`)).body.picture
    const { body } = await sendTo(world, `coffees/${worka}/picture`, twoColours(300, 300), { as: ann })
    expect(body.picture.sizes).toHaveLength(1)
    expect((await fetched(world, before.sizes[0].path)).status).toBe(404)
    expect([await rows(), await files()]).toEqual([1, 1])
  })

  test('of two coffees with the same bytes has one URL, which lasts as long as either', async () => {
    const { ann, worka, idle } = shelf
    const [one, other] = [
      await sendTo(world, `coffees/${worka}/picture`, jpeg, { as: ann }),
      await sendTo(world, `coffees/${idle}/picture`, jpeg, { as: ann }),
    ]
    expect(other.body).toEqual(one.body)
    const gone = await world.call(`DELETE /api/roaster-portal/coffees/${idle}`, { as: ann })
    expect(gone.status).toBe(200)
    expect((await fetched(world, one.body.picture.sizes[0]?.path)).status).toBe(200)
    expect([await rows(), await files()]).toEqual([1, 3])
  })

  test('can be removed, twice', async () => {
    const { ann, worka } = shelf
    for (let time = 0; time < 2; time++)
      expect((await world.call(`DELETE /api/roaster-portal/coffees/${worka}/picture`, { as: ann })).status).toBe(200)
    expect((await world.call(`GET /api/coffees/${worka}`)).body.picture).toBeNull()
    expect([await rows(), await files()]).toEqual([0, 0])
  })

  test('is the logo of a roaster, in a form too', async () => {
    const form = new FormData()
    form.set('picture', new File([jpeg], 'logo.jpg'))
    const left = async () =>
      (await world.call('GET /api/roaster-portal/dashboard', { as: shelf.ann })).body.onboarding.steps
        .filter(({ done }: { done: boolean }) => !done)
        .map(({ id }: { id: string }) => id)
    const websiteUrl = 'https://hill-road.example'
    await world.call('PUT /api/roaster-portal/profile', { as: shelf.ann, body: { websiteUrl } })
    expect(await left()).toContain('links')
    const { status, body } = await sendTo(world, 'logo', form, { as: shelf.ann, method: 'POST' })
    expect(status).toBe(200)
    expect(await left()).not.toContain('links')
    const logo = { logo: body.picture }
    expect((await world.call('GET /api/roasters/hill-road')).body).toMatchObject(logo)
    expect((await world.call('GET /api/roaster-portal/profile', { as: shelf.ann })).body).toMatchObject(logo)
    expect((await world.call('DELETE /api/roaster-portal/logo', { as: shelf.ann })).status).toBe(200)
    expect((await world.call('GET /api/roasters/hill-road')).body.logo).toBeNull()
    expect([await rows(), await files()]).toEqual([0, 0])
  })

  test('that is sent five times at once leaves one', async () => {
    const { ann, worka } = shelf
    const sent = await Promise.all(
      Array.from({ length: 5 }, (_, nth) =>
        sendTo(world, `coffees/${worka}/picture`, twoColours(200 + nth, 200), { as: ann }),
      ),
    )
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200))
    const { picture } = (await world.call(`GET /api/coffees/${worka}`)).body
    expect((await fetched(world, picture.sizes[0].path)).status).toBe(200)
    expect([await rows(), await files()]).toEqual([1, 1])
  })
})

const isFile = (name: string | Buffer) => String(name).endsWith('.webp')

describe('an uploaded picture', () => {
  const bucket = openBucket()
  let world: TestWorld
  let shelf: Awaited<ReturnType<typeof aShelf>>
  beforeAll(async () => {
    world = await startWorld({ pictures: bucket.place })
    shelf = await aShelf(world)
  })
  afterAll(async () => {
    await world.stop()
    bucket.stop()
  })

  const send = (body: Uint8Array | string, headers = {}) =>
    sendTo(world, `coffees/${shelf.worka}/picture`, body as BodyInit, { as: shelf.ann, headers })
  const made = async (body: Uint8Array) => {
    const { sizes } = (await send(body)).body.picture
    return (await fetched(world, sizes.at(-1)?.path)).bytes
  }

  test('is rotated upright, and loses its metadata', async () => {
    const photo = withSegment(jpeg, 0xe1, exif(6, 'GPS 48.2082 N, camera of Ann'))
    expect(photo.includes('camera of Ann')).toBe(true)
    const bytes = await made(photo)
    expect(await new Bun.Image(bytes).metadata()).toMatchObject({ width: 600, height: 1000 })
    expect(await halvesOf(bytes)).toEqual(['red', 'blue'])
    expect(Buffer.from(bytes).includes('Ann')).toBe(false)
  })

  test('is rotated in a PNG and a WebP, too, from every orientation', async () => {
    const [width, height] = [300, 200]
    const upright = (x: number, y: number): [number, number, number] => [
      x < 100 ? 255 : 0,
      y < 50 ? 255 : 0,
      x > y ? 90 : 0,
    ]
    const [right, bottom] = [width - 1, height - 1]
    // Which pixel is at a position of the file, by the Exif standard: where its first row and
    // column are in the picture.
    const held: Record<number, (x: number, y: number) => [number, number]> = {
      1: (x, y) => [x, y],
      2: (x, y) => [right - x, y],
      3: (x, y) => [right - x, bottom - y],
      4: (x, y) => [x, bottom - y],
      5: (x, y) => [y, x],
      6: (x, y) => [right - y, x],
      7: (x, y) => [right - y, bottom - x],
      8: (x, y) => [y, bottom - x],
    }
    const expected = await made(pngOfPixels(width, height, upright))
    for (const [orientation, place] of Object.entries(held)) {
      const size: [number, number] = Number(orientation) > 4 ? [height, width] : [width, height]
      const png = pngOfPixels(...size, (x, y) => upright(...place(x, y)))
      const said = exif(Number(orientation), '')
      const inPng = Buffer.concat([png.subarray(0, 33), chunk('eXIf', said.subarray(6)), png.subarray(33)])
      const same = [await made(inPng), await made(await webpWith(png, size, said))].map(one =>
        Buffer.from(one).equals(expected),
      )
      expect([orientation, ...same]).toEqual([orientation, true, true])
    }
    // Unreadable metadata leaves the picture as it is.
    for (const nonsense of ['', 'II*\0', 'MM\0*\xff\xff\xff\xff', 'II*\0\x08\0\0\0\xff\xff']) {
      const png = pngOfPixels(width, height, upright)
      const body = Buffer.from(nonsense, 'latin1')
      const odd = Buffer.concat([png.subarray(0, 33), chunk('eXIf', body), png.subarray(33)])
      expect(Buffer.from(await made(odd)).equals(expected)).toBe(true)
    }
  })

  test('keeps only its pixels, whatever else is in the file', async () => {
    const script = '<script>alert(1)</script>'
    const inComment = withSegment(jpeg, 0xfe, Buffer.from(script))
    const behind = Buffer.concat([jpeg, Buffer.from(`PK\x03\x04${script}`)])
    const head = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1')
    const inProfile = withSegment(jpeg, 0xe2, Buffer.concat([head, Buffer.from(script.repeat(1000))]))
    const inText = (png => Buffer.concat([png.subarray(0, 33), chunk('tEXt', Buffer.from(script)), png.subarray(33)]))(
      twoColours(200, 200),
    )
    for (const polyglot of [inComment, behind, inProfile, inText]) {
      const bytes = Buffer.from(await made(polyglot))
      expect([bytes.toString('latin1', 0, 4), bytes.includes('script')]).toEqual(['RIFF', false])
    }
  })

  test('keeps transparency', async () => {
    const bytes = await made(pngOfPixels(200, 200, x => (x < 100 ? [0, 0, 0, 0] : [9, 9, 9])))
    expect(Buffer.from(bytes).includes('ALPH')).toBe(true)
  })

  const bomb = Buffer.from(png)
  bomb.writeUInt32BE(30_000, 16)
  bomb.writeUInt32BE(30_000, 20)
  const wide = Buffer.from(png)
  wide.writeUInt32BE(20_000, 16)
  const moving = Buffer.concat([
    Buffer.from('RIFF\x1a\0\0\0WEBPVP8X\n\0\0\0\x02\0\0\0\xc7\0\0\xc7\0\0', 'latin1'),
    Buffer.alloc(4),
  ])
  const scans = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])), -2)
  const endless = Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: 101 }, () => scans), jpeg.subarray(-2)])

  test.each<[string, Uint8Array | string, RegExp]>([
    ['nothing', '', /^Choose a picture first/],
    ['text', 'a picture, really', /recognise this file as a picture/],
    ['JSON', '{"picture":"data:"}', /recognise this file as a picture/],
    ['a drawing with a script', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', /SVG/],
    ['a GIF', 'GIF89a', /GIF/],
    ['a HEIC', '\0\0\0\x18ftypheic', /HEIC/],
    ['a PDF', '%PDF-1.7', /PDF/],
    ['a header of 900 million pixels', bomb, /too many pixels/],
    ['a header of one long row', wide, /too many pixels/],
    ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), /incomplete/],
    ['half a PNG', png.subarray(0, png.length / 2), /incomplete/],
    ['half a WebP', webp.subarray(0, webp.length / 2), /incomplete/],
    ['a PNG that moves', pngWith([png.subarray(8, 33), chunk('acTL', Buffer.alloc(8)), png.subarray(33)]), /Animated/],
    ['a WebP that moves', moving, /Animated/],
    ['a JPEG of a hundred passes', endless, /too many passes/],
    [
      'a JPEG of segments only',
      Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(100_000, '\xff\x02\0\0', 'latin1')]),
      /too many parts/,
    ],
    ['a PNG of empty chunks', Buffer.concat([png.subarray(0, 8), Buffer.alloc(300_000)]), /too many parts/],
    [
      'a PNG of nothing',
      pngWith([png.subarray(8, 33), chunk('IDAT', Buffer.from('no')), chunk('IEND')]),
      /can’t read this picture/,
    ],
    ['a JPEG of nothing', Buffer.from('\xff\xd8\xff\xda\0\x02\xff\xd9', 'latin1'), /can’t read this picture/],
    ['a dot', twoColours(20, 20), /20 × 20 pixels/],
  ])('is refused with a sentence: %s', async (_name, body, sentence) => {
    const answer = await send(body)
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(sentence)])
  })

  test('above 8 MiB is refused unread, whether its length is declared or not', async () => {
    const large = new Uint8Array(9 * 1024 * 1024)
    expect((await send(large)).status).toBe(413)
    const told = new ReadableStream({
      pull: controller => {
        controller.enqueue(new Uint8Array(1024 * 1024))
      },
    })
    expect((await sendTo(world, 'logo', told, { as: shelf.ann })).status).toBe(413)
  })

  test('is processed even if another roaster sends as many as they can', async () => {
    const [one, another] = ['roaster 1', 'roaster 2']
    const many = Array.from({ length: 8 }, () => makePicture(png, one))
    const outcomes = Promise.allSettled([...many, makePicture(png, another)])
    expect((await outcomes).map(({ status }) => status === 'fulfilled')).toEqual([
      ...Array(5).fill(true),
      ...Array(3).fill(false),
      true,
    ])
  })

  test('in an unreadable form is refused', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await send('--y\r\nnothing', headers)).status).toBe(400)
    const withoutFile = '--x\r\ncontent-disposition: form-data; name="picture"\r\n\r\ntext\r\n--x--\r\n'
    expect((await send(withoutFile, headers)).body.error).toMatch(/^Choose a picture/)
  })

  test('needs permission: signed in, of this roaster, for its own coffee', async () => {
    const path = `coffees/${shelf.worka}/picture`
    expect((await sendTo(world, path, 'no picture')).status).toBe(401)
    expect((await sendTo(world, path, 'no picture', { as: await world.person() })).status).toBe(403)
    expect((await sendTo(world, path, jpeg, { as: shelf.ben })).status).toBe(404)
    expect((await world.call(`DELETE /api/roaster-portal/${path}`, { as: shelf.ben })).status).toBe(404)
    expect((await sendTo(world, 'coffees/999999/picture', 'no picture', { as: shelf.ann })).status).toBe(404)
    expect(
      (await sendTo(world, path, jpeg, { as: shelf.ann, headers: { origin: 'https://evil.example' } })).status,
    ).toBe(403)
  })

  test.each([
    '/pictures/../../etc/passwd',
    '/pictures/0123456789abcdef0123456789abcdef/400.webp',
    '/pictures/%2e%2e/400.webp',
    '/pictures/0123456789abcdef0123456789abcdef/400.webp%00',
    "/pictures/'/400.webp",
  ])('is not there at %s', async path => {
    expect((await fetched(world, path)).status).toBe(404)
  })

  test('waits until storage is back, and leftovers are deleted then', async () => {
    const kept = (await send(jpeg)).body.picture
    bucket.state.isDown = true
    expect((await send(twoColours(300, 200))).status).toBe(503)
    expect(
      (await world.call(`DELETE /api/roaster-portal/coffees/${shelf.worka}/picture`, { as: shelf.ann })).status,
    ).toBe(200)
    expect((await fetched(world, kept.sizes[0]?.path)).status).toBe(503)
    bucket.state.isDown = false
    world.clock.advance({ hours: 2 })
    await world.sweep()
    expect((await world.sql`select from pictures`).length).toBe(0)
    expect(bucket.names()).toEqual([])
  })

  test("is refused without the bucket's key", async () => {
    const { bucket: key } = bucket.place
    const other = await startWorld({ pictures: { bucket: { ...key, secretAccessKey: 'a guess' } } })
    const { ann } = await aShelf(other)
    expect((await sendTo(other, 'logo', jpeg, { as: ann })).status).toBe(503)
    await other.stop()
  })

  test('is read once for many concurrent requests, and no longer once it is deleted', async () => {
    const path = (await send(pngOfPixels(250, 250, () => [1, 2, 3]))).body.picture.sizes[0]?.path
    bucket.state.reads = 0
    const all = await Promise.all(Array.from({ length: 30 }, () => fetched(world, path)))
    expect(new Set(all.map(({ status, bytes }) => `${status} ${bytes.length}`)).size).toBe(1)
    expect([(await fetched(world, path)).status, bucket.state.reads]).toEqual([200, 1])
    await world.call(`DELETE /api/roaster-portal/coffees/${shelf.worka}/picture`, { as: shelf.ann })
    expect([(await fetched(world, path)).status, bucket.state.reads]).toEqual([404, 1])
  })

  test('is read from the database if it was stored there before a bucket was configured', async () => {
    const { picture } = (await send(jpeg)).body
    const path = picture.sizes[0]?.path
    const smallest = bucket.names().find(name => name.endsWith('/400.webp')) ?? ''
    const bytes = await new Bun.S3Client(bucket.place.bucket).file(smallest).bytes()
    const [row] = await world.sql<{ key: string }[]>`select key from pictures`
    await world.sql`insert into picture_files (key, width, bytes) values (${row?.key ?? ''}, 400, ${Buffer.from(bytes)})`
    for (const name of bucket.names()) await new Bun.S3Client(bucket.place.bucket).delete(name)
    expect((await fetched(world, path)).bytes).toEqual(bytes)
  })
})
