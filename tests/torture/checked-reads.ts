import type { Ground } from './ledger.ts'
import { call, type ProcessAnswer } from './process.ts'

/** A person who only reads: their things never change, so every reply can be checked. */
export interface Resident {
  id: number
  email: string
  name: string
  token: string
  brewIds: number[]
}

/** A request, and how to check its reply. */
export interface CheckedRead {
  route: string
  token?: string
  /** As a browser asks for a page, with the session in a cookie. */
  cookie?: string
  /** May throw if the reply has another shape. */
  isAnsweredBy: (answer: ProcessAnswer) => boolean
}

export function isAnswered({ isAnsweredBy }: CheckedRead, answer: ProcessAnswer) {
  try {
    return isAnsweredBy(answer)
  } catch {
    return false
  }
}

const BREWS_OF_EACH = 5

export async function settleResidents(url: string, count: number): Promise<Resident[]> {
  const residents: Resident[] = []
  for (let n = 0; n < count; n++) {
    const email = `resident-${n}@people.example`
    const name = `Resident ${n} of the house`
    const registered = await call(url, 'POST /api/auth/register', {
      body: { email, name, password: 'a long enough password' },
    })
    const { token, user } = registered?.body ?? {}
    const brewIds: number[] = []
    for (let brew = 0; brew <= n % BREWS_OF_EACH; brew++) {
      const body = { method: 'v60', doseGrams: 15, waterGrams: 240, notes: email }
      brewIds.push((await call(url, 'POST /api/brew-logs', { token, body }))?.body.brewLog.id)
    }
    residents.push({ id: user.id, email, name, token, brewIds })
  }
  return residents
}

const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T
const sameIds = (rows: { id: number }[], ids: number[]) =>
  Bun.deepEquals(rows.map(({ id }) => id).sort(), ids.toSorted())

/** One read chosen at random. */
export function checkedRead(residents: Resident[], ground: Ground, recipes: number[]): CheckedRead {
  const { id, email, name, token, brewIds } = pick(residents)
  const stranger = pick(residents.filter(resident => resident.id !== id))
  const brewId = pick(brewIds)
  const recipeId = pick(recipes)
  const at = Math.floor(Math.random() * ground.roasterSlugs.length)
  const slug = ground.roasterSlugs[at] as string
  const own: CheckedRead[] = [
    {
      route: 'GET /api/auth/me',
      token,
      isAnsweredBy: ({ status, body }) =>
        status === 200 && body.user.id === id && body.user.email === email && body.user.name === name,
    },
    {
      route: 'GET /api/brew-logs?limit=50',
      token,
      isAnsweredBy: ({ status, body }) =>
        status === 200 &&
        body.total === brewIds.length &&
        sameIds(body.data, brewIds) &&
        body.data.every(({ notes }: { notes: string }) => notes === email),
    },
    {
      route: `GET /api/brew-logs/${brewId}`,
      token,
      isAnsweredBy: ({ status, body }) => status === 200 && body.brewLog.id === brewId && body.brewLog.notes === email,
    },
    // Another person's things are not found, whatever happens to the connection.
    {
      route: `GET /api/brew-logs/${brewId}`,
      token: stranger.token,
      isAnsweredBy: ({ status }) => status === 404,
    },
    {
      route: 'GET /me/account',
      cookie: token,
      isAnsweredBy: ({ status, body }) => status === 200 && body.includes(email),
    },
  ]
  const everybodys: CheckedRead[] = [
    {
      route: `GET /api/coffees/${ground.coffeeId}`,
      isAnsweredBy: ({ status, body }) => status === 200 && body.id === ground.coffeeId && body.name === 'Gatomboya',
    },
    {
      route: `GET /api/roasters/${slug}`,
      isAnsweredBy: ({ status, body }) => status === 200 && JSON.stringify(body).includes(`"${slug}"`),
    },
    {
      route: 'GET /api/roasters?limit=50',
      isAnsweredBy: ({ status, body }) =>
        status === 200 && new Set(body.roasters.map(({ id }: { id: number }) => id)).size === 50,
    },
    {
      route: `GET /roasters/${slug}`,
      cookie: token,
      isAnsweredBy: ({ status, body }) => status === 200 && body.includes(`Roaster ${slug.replace('roaster-', '')}<`),
    },
    {
      route: `GET /api/recipes/${recipeId}`,
      isAnsweredBy: ({ status, body }) =>
        status === 200 && body.id === recipeId && body.coffeeProfileId === ground.coffeeId,
    },
    {
      route: 'GET /api/recipes?limit=20',
      token,
      isAnsweredBy: ({ status, body }) =>
        status === 200 &&
        body.data.every(({ coffeeProfileId }: { coffeeProfileId: number }) => coffeeProfileId === ground.coffeeId),
    },
  ]
  return pick(Math.random() < 0.6 ? own : everybodys)
}
