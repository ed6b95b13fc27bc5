import { describe, expect, test } from 'bun:test'
import { replyOf } from '../support/outside-server.ts'
import { OUTSIDE_HOST, outsideServers } from './servers.ts'

const UNREACHED = 'The server could not be reached, or stopped before the end of the document.'
const TOO_LARGE = 'The document must have at most 10 kB.'

describe.skipIf(!Bun.which('openssl'))('a document outside', () => {
  const { readFrom, refusalBy, serve } = outsideServers()

  test.each([301, 302, 303, 307, 308])('is not followed elsewhere by a %d', async status => {
    const target = await serve(replyOf('{}'))
    const location = `https://${OUTSIDE_HOST}:${target.port}/`
    expect(await refusalBy(replyOf('{}', { status, location }))).toBe(
      `The server answered ${status}. We don't follow redirects, so give the URL of the document itself.`,
    )
    expect(target.requests).toEqual([])
  })

  test.each([201, 204, 206, 400, 401, 404, 500, 503])('is nothing that comes with a %d', async status => {
    expect(await refusalBy(replyOf('{}', { status, 'content-length': 2 }))).toBe(
      `The server answered ${status}. It must answer 200.`,
    )
  })

  test.each([
    'text/html',
    'text/json',
    'application/javascript',
    'application/json-seq',
    'application/x+jsonp',
    'json',
    '',
    'text/html; application/json',
  ])('must be JSON by its Content-Type, not %p', async type => {
    expect(await refusalBy(replyOf('{}', { 'content-type': type }))).toBe(
      'The Content-Type of the document must be application/json.',
    )
  })

  test.each(['gzip', 'br', 'deflate', 'identity, gzip'])('must not be compressed: %s', async encoding => {
    const body = encoding === 'gzip' ? Buffer.from(Bun.gzipSync('{}')).toString('latin1') : '{}'
    expect(await refusalBy(replyOf(body, { 'content-encoding': encoding }))).toBe(
      'The document must be sent without a Content-Encoding.',
    )
  })

  test.each<[string, string | Uint8Array, string]>([
    ['no JSON', '{"a":1', 'The document must be JSON in UTF-8.'],
    ['empty', '', 'The document must be JSON in UTF-8.'],
    ['not in UTF-8', Buffer.from('{"a":"\xe9"}', 'latin1'), 'The document must be JSON in UTF-8.'],
    ['in UTF-16', Buffer.from('{"a":1}', 'utf16le'), 'The document must be JSON in UTF-8.'],
    ['a list', '[{"a":1}]', 'The document must be a JSON object.'],
    ['null', 'null', 'The document must be a JSON object.'],
    ['a text', '"a"', 'The document must be a JSON object.'],
    [
      'nested 21 levels deep',
      `${'{"a":'.repeat(21)}{}${'}'.repeat(21)}`,
      'The document must be nested at most 20 levels deep.',
    ],
    [
      'nested as deep as 10 kB allow',
      `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      'The document must be nested at most 20 levels deep.',
    ],
  ])('must be a JSON object, not %s', async (_, body, sentence) => {
    const refusal = await refusalBy(socket => {
      socket.write(replyOf(''))
      socket.end(body)
    })
    expect(refusal).toBe(sentence)
  })

  test('may be nested 20 levels deep', async () => {
    const server = await serve(replyOf(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`))
    expect((await readFrom(server)).json).toHaveProperty('a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a', 1)
  })

  test.each([
    ['without a length', replyOf('a'.repeat(10 * 1024 + 1))],
    ['with its length', replyOf('a'.repeat(11_000), { 'content-length': 11_000 })],
    ['in chunks', replyOf(`2af8\r\n${'a'.repeat(11_000)}\r\n0\r\n\r\n`, { 'transfer-encoding': 'chunked' })],
  ])('must not be larger than 10 kB: %s', async (_, reply) => {
    expect(await refusalBy(reply)).toBe(TOO_LARGE)
  })

  test.each([
    ['shorter than its Content-Length', replyOf('{}', { 'content-length': 20 }), UNREACHED],
    ['cut off in the middle of a chunk', replyOf('5\r\n{}', { 'transfer-encoding': 'chunked' }), UNREACHED],
    ['no HTTP', '{}\r\n\r\n', UNREACHED],
  ])('must be whole, not %s', async (_, reply, sentence) => {
    expect(await refusalBy(reply)).toBe(sentence)
  })

  test('is as long as its Content-Length says, whatever follows', async () => {
    const refusal = await refusalBy(replyOf(`{}${'a'.repeat(20_000)}`, { 'content-length': 2 }))
    // Whichever is noticed first: the whole document, or what follows.
    expect(['It was read.', UNREACHED]).toContain(refusal)
  })

  test('may claim any length: what counts is what arrives', async () => {
    expect((await readFrom(await serve(replyOf('{}', { 'content-length': '0002' })))).json).toEqual({})
    expect(await refusalBy(replyOf('a'.repeat(11_000), { 'content-length': 2 ** 40 }))).toBe(TOO_LARGE)
  })
})
