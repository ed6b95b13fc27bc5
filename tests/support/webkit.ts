import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Glob } from 'bun'
import { eventually } from './eventually.ts'
import type { DrivenBrowser } from './firefox.ts'

const [miniBrowser] = new Glob('/usr/lib/*/webkit2gtk-4.1/MiniBrowser').scanSync()
const driver = Bun.which('WebKitWebDriver')
const display = Bun.which('Xvfb')

/** Debian's WebKit with its driver, and a display without a screen, if this machine has them. */
export const webkitProgram = driver && miniBrowser
export const displayProgram = display

/** WebKit's MiniBrowser as root, over WebDriver. */
export async function openWebkit(): Promise<DrivenBrowser> {
  if (!driver || !miniBrowser || !display)
    throw new Error('No WebKit on this machine; apt-get install webkit2gtk-driver xvfb brings it.')
  const home = mkdtempSync(join(tmpdir(), 'dialin-webkit-'))
  const screen = Bun.spawn([display, '-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const { value: number } = await screen.stdout.getReader().read()
  const port = freePort()
  const program = Bun.spawn([driver, `--port=${port}`], {
    env: {
      ...process.env,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      DISPLAY: `:${new TextDecoder().decode(number).trim()}`,
      // Its sandbox needs namespaces that a container may forbid; only our own pages are opened.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const send = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const { value } = (await reply.json()) as { value: T }
    if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }
  await eventually(() => send('GET', '/status').catch(() => undefined))
  const options = { binary: miniBrowser, args: ['--automation'] }
  const capabilities = { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } }
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities })
  const session = <T>(method: string, path: string, body?: unknown) =>
    send<T>(method, `/session/${sessionId}${path}`, body)
  const evaluate = async <T>(script: string) => {
    const asked = () => session<T>('POST', '/execute/sync', { script: `return (${script})`, args: [] })
    const { value } = await eventually(async () => ({ value: await asked() }))
    return value
  }
  return {
    open: url => session('POST', '/url', { url }),
    evaluate,
    click: async script => {
      // By its place: the driver takes an element in a shadow tree for one that is covered by its host.
      const [x, y] = await evaluate<number[]>(`(one => {
        one.scrollIntoView({ block: 'nearest' })
        const { left, top, width, height } = one.getBoundingClientRect()
        return [Math.round(left + width / 2), Math.round(top + height / 2)]
      })(${script})`)
      const press = ['pointerDown', 'pointerUp'].map(type => ({ type, button: 0 }))
      const actions = [{ type: 'pointerMove', duration: 0, origin: 'viewport', x, y }, ...press]
      await session('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] })
    },
    type: async text => {
      const actions = [...text].flatMap(value => ['keyDown', 'keyUp'].map(type => ({ type, value })))
      await session('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    addresses: async () => {
      const before = await session<string>('GET', '/window')
      const addresses: string[] = []
      for (const handle of await session<string[]>('GET', '/window/handles')) {
        await session('POST', '/window', { handle })
        addresses.push(await session<string>('GET', '/url'))
      }
      await session('POST', '/window', { handle: before })
      return addresses
    },
    screenshot: async () => Buffer.from(await session<string>('GET', '/screenshot'), 'base64'),
    close: async () => {
      await session('DELETE', '').catch(() => {})
      for (const each of [program, screen]) {
        each.kill()
        await each.exited
      }
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The driver does not say which port it took. */
function freePort() {
  const server = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = server
  server.stop(true)
  return port
}
