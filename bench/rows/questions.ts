import type { CheckedRequest } from '../load/load.ts'
import type { Samples } from '../worlds.ts'

/**
 * A request to all sides, different each time. `mask` matches what correct replies may differ in.
 */
export interface SideQuestion {
  name: string
  requests: (samples: Samples) => CheckedRequest[]
  mask?: RegExp
}

const REQUESTS = 4000

const gets = (paths: readonly string[]): CheckedRequest[] => paths.map(path => ({ method: 'GET', path, status: 200 }))

export const sideQuestions: SideQuestion[] = [
  { name: 'one recipe', requests: ({ recipes }) => gets(recipes.map(({ id }) => `/api/recipes/${id}`)) },
  { name: 'list', requests: () => gets([1, 2, 3, 4, 5].map(page => `/api/browse/recipes?page=${page}`)) },
  {
    name: 'search',
    requests: ({ coffees }) =>
      gets(coffees.map(({ words }) => `/api/recipes/search?limit=50&q=${encodeURIComponent(words)}`)),
  },
  {
    name: 'coffees by text',
    requests: ({ handfuls }) => gets(handfuls.map(words => `/api/coffees?q=${encodeURIComponent(words)}`)),
  },
  {
    name: 'vote',
    requests: samples =>
      written(samples, ({ recipes }) => ({
        path: `/api/community-recipes/${any(recipes).id}/vote`,
        body: { vote: any(['UP', 'DOWN']) },
        status: 200,
      })),
  },
  {
    name: 'log a brew',
    requests: samples =>
      written(samples, ({ recipes, machines }) => {
        const { id: machineId, method } = any(machines)
        return {
          path: '/api/brew-logs',
          body: {
            method,
            coffeeProfileId: any(recipes).coffeeId,
            machineId,
            doseGrams: 15 + Math.floor(Math.random() * 10),
            waterGrams: 300,
            brewTimeSeconds: 180,
            rating: 4,
            notes: 'Sweet and round; a little finer next time.',
          },
          status: 201,
        }
      }),
    // The other sides omit null fields, so that a new field of a brew needs no change there.
    mask: /("brewLog":\{"id":)\d+|("(?:brewedAt|createdAt)":")[^"]+|,"\w+":null/g,
  },
]

/** From many people and addresses, because a single one would soon hit a rate limit. */
function written(
  samples: Samples,
  request: (samples: Samples) => { path: string; body: object; status: number },
): CheckedRequest[] {
  return Array.from({ length: REQUESTS }, () => {
    const { path, body, status } = request(samples)
    return {
      method: 'POST',
      path,
      headers: { authorization: `Bearer ${any(samples.tokens)}`, 'x-forwarded-for': anyAddress() },
      body: JSON.stringify(body),
      status,
    }
  })
}

export const any = <T>(list: readonly T[]) => list[Math.floor(drawn() * list.length)] as T

let drawn = Math.random
/** A random number below this one. */
export const anyBelow = (end: number) => Math.floor(drawn() * end)

/** Runs all draws with the same random numbers, so that equal lists give equal results. */
export function drawnAlike<T>(draws: readonly (() => T)[]): T[] {
  const seed = Math.random()
  try {
    return draws.map(draw => {
      let state = seed
      drawn = () => {
        state = (state * 9301 + 0.49297) % 1
        return state
      }
      return draw()
    })
  } finally {
    drawn = Math.random
  }
}

export const anyAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`
