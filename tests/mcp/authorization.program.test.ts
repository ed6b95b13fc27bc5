import { expect, test } from 'bun:test'
import { APP_ID, answerConsent, describeApps, described } from '../support/apps.ts'
import { freePort } from '../support/cluster.ts'
import { jarOf } from '../support/jar.ts'
import { startWorld } from '../support/world.ts'

test('the authorization part of the conformance suite is content', async () => {
  const world = await startWorld()
  const port = await freePort()
  describeApps(world, { [APP_ID]: described({ redirect_uris: ['http://127.0.0.1/callback'] }) })
  const person = await world.person('Ann')
  await world.prove(person)
  const jar = jarOf(world)
  jar.cookies.set('svc_session /', { name: 'svc_session', value: person.token, path: '/' })
  const suite = 'node_modules/@modelcontextprotocol/conformance/dist/index.js'
  const where = ['--url', `${world.url}/oauth`, '--resource', `${world.url}/api/mcp/me`]
  const child = Bun.spawn(
    [process.execPath, '--bun', suite, 'authorization', ...where, '--client-id', APP_ID, '--port', String(port)],
    { stdout: 'pipe', stderr: 'pipe' },
  )
  try {
    let out = ''
    let isAnswered = false
    for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
      out += piece
      const asked = /^http:\S+\/oauth\/authorize\?\S+$/m.exec(out)?.[0]
      if (isAnswered || !asked || !out.includes('Callback server started')) continue
      isAnswered = true
      await fetch(await answerConsent(jar, new URL(asked)))
    }
    expect(isAnswered).toBe(true)
    expect(out).not.toMatch(/FAILURE|WARNING|[1-9]\d* failed/)
    expect(out).toMatch(/[1-9]\d* passed/)
    expect(await child.exited).toBe(0)
  } finally {
    child.kill()
    await world.stop()
  }
})
