import type { TestWorld } from './world.ts'

/** A browser without scripts: keeps cookies by path, and sends the forms of our own pages. */
export function jarOf(world: TestWorld) {
  const cookies = new Map<string, { name: string; value: string; path: string }>()

  async function call(method: string, path: string, form?: Record<string, string>, from = path) {
    const { pathname } = new URL(path, world.url)
    const sent = [...cookies.values()].filter(
      ({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')),
    )
    const response = await world.call(`${method} ${path.replace(/#.*/, '')}`, {
      headers: {
        accept: 'text/html',
        origin: world.url,
        referer: `${world.url}${from}`,
        cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; '),
        'content-type': 'application/x-www-form-urlencoded',
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*);?(.*)$/.exec(line) ?? []
      const path = /Path=([^;]+)/.exec(rest)?.[1] ?? '/'
      if (/Max-Age=0/.test(rest)) cookies.delete(`${name} ${path}`)
      else cookies.set(`${name} ${path}`, { name, value, path })
    }
    return response
  }

  return {
    cookies,
    open: (path: string) => call('GET', path),
    send: (path: string, form: Record<string, string>, from?: string) => call('POST', path, form, from),
  }
}
