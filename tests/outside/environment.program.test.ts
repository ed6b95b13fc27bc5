import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newAuthority } from '../support/certificates.ts'
import { openOutsideServer, replyOf } from '../support/outside-server.ts'
import { ran } from '../support/ran.ts'

test.skipIf(!Bun.which('openssl'))(
  'no environment variable has a document read through a proxy or without a valid certificate',
  async () => {
    const authority = newAuthority()
    const server = await openOutsideServer(authority.certify('DNS:app.example'), socket => socket.end(replyOf('{}')))
    let calls = 0
    const proxy = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {}, open: () => void calls++ } })
    const address = `http://127.0.0.1:${proxy.port}`
    const script = join(tmpdir(), 'read-outside.ts')
    writeFileSync(
      script,
      `import { openOutside } from '${process.cwd()}/adapters/outside/outside.ts'
       for (const ca of [${JSON.stringify(authority.ca)}, undefined]) {
         const rules = { addressesOf: async () => ['127.0.0.1'], isPublic: () => true, limitMs: 60_000, ca }
         const reading = openOutside(() => new Date(), rules).readJson('https://app.example:${server.port}/')
         console.log(await reading.then(({ json }) => JSON.stringify(json), error => error.message))
       }`,
    )
    const env = {
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_USE_ENV_PROXY: '1',
      ...{ HTTPS_PROXY: address, https_proxy: address, HTTP_PROXY: address, ALL_PROXY: address, NO_PROXY: '' },
    }
    const { out } = await ran([process.execPath, script], {
      env: { ...(process.env as Record<string, string>), ...env },
    })
    expect(out.trim().split('\n')).toEqual([
      '{}',
      "The server's certificate must be valid for the host in the URL and come from a public authority.",
    ])
    expect([server.requests.length, calls]).toEqual([1, 0])
    proxy.stop(true)
    await server.stop()
    authority.stop()
  },
)
