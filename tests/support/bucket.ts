import { createHash, createHmac } from 'node:crypto'

/** A bucket that speaks as much S3 as storing files needs, to clients that sign with its key. */
export function openBucket() {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  const key = { bucket: 'dialin-test', accessKeyId: 'a-key', secretAccessKey: 'its secret', region: 'eu-test-1' }
  const state = { isDown: false, reads: 0 }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async request => {
      if (state.isDown) return xml(503, 'SlowDown')
      if (!isSigned(request, key)) return xml(403, 'SignatureDoesNotMatch')
      const { pathname } = new URL(request.url)
      const name = pathname.slice(`/${key.bucket}/`.length)
      if (!pathname.startsWith(`/${key.bucket}/`)) return xml(404, 'NoSuchBucket')
      if (request.method === 'PUT') {
        files.set(name, new Uint8Array(await request.arrayBuffer()))
        return new Response(null, { headers: { etag: '"one"' } })
      }
      if (request.method === 'DELETE') {
        files.delete(name)
        return new Response(null, { status: 204 })
      }
      state.reads++
      const file = files.get(name)
      return file ? new Response(file) : xml(404, 'NoSuchKey')
    },
  })
  return {
    place: { bucket: { ...key, endpoint: `http://127.0.0.1:${server.port}` } },
    names: () => [...files.keys()],
    state,
    stop: () => server.stop(true),
  }
}

const xml = (status: number, code: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`, {
    status,
    headers: { 'content-type': 'application/xml' },
  })

/** "Authenticating Requests (AWS Signature Version 4)", from the server's side. */
function isSigned(request: Request, { accessKeyId, secretAccessKey, region }: Record<string, string>) {
  const given = /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
    request.headers.get('authorization') ?? '',
  )
  if (!given) return false
  const [, id, day = '', where, signed = '', signature] = given
  if (id !== accessKeyId || where !== region || !signed.split(';').includes('host')) return false
  const { pathname, searchParams } = new URL(request.url)
  searchParams.sort()
  const canonical = [
    request.method,
    pathname,
    String(searchParams),
    ...signed.split(';').map(name => `${name}:${request.headers.get(name)?.trim()}`),
    '',
    signed,
    request.headers.get('x-amz-content-sha256'),
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = [
    'AWS4-HMAC-SHA256',
    request.headers.get('x-amz-date'),
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const hmac = (secret: string | Buffer, of: string) => createHmac('sha256', secret).update(of).digest()
  const secret = [day, region ?? '', 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  return hmac(secret, text).toString('hex') === signature
}
