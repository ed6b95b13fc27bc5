import type { TestWorld } from './world.ts'

export type Someone = Awaited<ReturnType<TestWorld['person']>>

export const cookieOf = ({ token }: Someone) => `svc_session=${token}; unit=C`

/** What a browser without scripts does for somebody who is signed in: opens pages and sends their forms. */
export const browsing = (world: TestWorld, as: Someone, from?: string) => ({
  open: (path: string, cookie = '') =>
    world.call(`GET ${path}`, { headers: { accept: 'text/html', cookie: `${cookieOf(as)}; ${cookie}` } }),

  send: (path: string, form: Record<string, string> | [string, string][] = {}) =>
    world.call(`POST ${path}`, {
      from,
      body: new URLSearchParams(form).toString(),
      headers: {
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
        origin: world.url,
        cookie: cookieOf(as),
      },
    }),
})

/** What is chosen in a list of choices. */
export const chosenIn = (text: string, name: string) =>
  new RegExp(`<select id="${name}".*?<option value="([^"]*)" selected`, 's').exec(text)?.[1]
