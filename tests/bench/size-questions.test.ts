import { expect, test } from 'bun:test'
import { methodsOf, pathOf } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { pages } from '../../adapters/http/pages/index.ts'
import { pagedLists, pageQuestions } from '../../bench/rows/size-pages.ts'
import { type SizeSamples, sizeQuestions } from '../../bench/rows/size-questions.ts'

/** Often enough that every choice in a question is made. */
const TIMES = 200
const recipe = { id: 1, coffeeId: 1, coffeeSlug: 'some', roasterSlug: 'some' }
const samples = () =>
  ({
    tokens: ['some'],
    people: [1],
    recipes: [recipe],
    styles: [{ method: 'v60', roastLevel: 'LIGHT', grindRange: 'medium' }],
    coffees: [{ id: 1, words: 'some' }],
    handfuls: ['some'],
    fresh: ['some'],
    roasters: ['some'],
    grinders: [1],
    machines: [{ id: 1, method: 'v60' }],
    portals: [{ token: 'some', slug: 'some' }],
    collections: [{ token: 'some', id: 1 }],
  }) as unknown as SizeSamples

/**
 * What takes the same time at any size: one thing or person by its key, what is held in memory,
 * forms, and links in mails.
 */
const ofNoSize =
  /^\/(api\/(health|auth|grinders|machines|filters|brew-methods|techniques|widget|v1)|pictures|embed\/(widget|picker|dial|words)|llms|grinders|techniques|my-grinder|about|privacy|offline|robots|\.well-known|sitemap|service-worker|manifest|picture|icon|apple|favicon|assets|sign-in|register|new-password|welcome|claim|invitation|unsubscribe|settings|oauth|device)|\/(new|edit|report|calibrate|calibration|claim|log|import|account|gear|palate|remove|password|email|confirm|delete)$|\.(png|pdf|svg)$/
const byKey = [
  '/api/user/profile',
  '/api/users/taste-profile',
  '/api/user/notification-preferences',
  '/api/user/privacy',
  '/api/user/sessions',
  '/api/user/tokens',
  '/me/keys',
  '/api/user/grinders',
  '/api/user/machines',
  '/api/user/filters',
  '/api/user/drinkers',
  '/api/user/dials',
  '/api/user/convert',
  // What is on one person's shelf, and no more of it than a page shows.
  '/api/user/shelf',
  '/api/user/bags/archive',
  '/api/user/bags/:id',
  '/api/user/bags/:id/picture/:hash/:name',
  '/me/shelf/archive',
  '/me/shelf/:id',
  // Exports have a limit per person, and cost what the person has.
  '/api/user/export',
  '/api/brew-logs.csv',
  '/api/shared-recipes/:shareId',
  '/api/shared-collections/:shareId',
  '/api/embed/:shareId',
  '/api/roasters/:slug/follow',
  '/api/roaster-claims/verify',
  '/api/roaster-invitations',
  '/api/roaster-invitations/verify',
  '/api/brew-logs/:id',
  '/api/brew-logs/:id/compare',
  '/api/roaster-portal/coffees/:id',
  '/api/roaster-portal/coffees/:id/recipes',
  '/api/roaster-portal/recipes/:id',
  '/api/recipes/:id/versions',
  '/api/user/recipes/:id/versions',
  '/recipes/:id/versions',
  '/r/:shareId',
  '/c/:shareId',
  '/b/:code',
  '/brew',
  '/me/brews/:id',
  '/me/brews/:id/again',
  '/me/collections/:id',
  '/me/recipes/:id',
  '/me/recipes/:id/versions',
  '/me/drinkers',
  '/me/drinkers/:id',
  '/portal',
  '/portal/:slug/profile',
  '/portal/:slug/coffees/:id',
  '/portal/:slug/recipes/:id',
]

test('every read that may take longer with more data is measured at both sizes', () => {
  const questions = [sizeQuestions, pageQuestions, pagedLists].flatMap(questions => Object.values(questions))
  const asked = new Set(
    questions.flatMap(question =>
      Array.from({ length: TIMES }, () => question(samples()).path.split('?')[0] as string),
    ),
  )
  const isAsked = (path: string) => {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)
    return [...asked].some(one => pattern.test(one))
  }
  const read = [...endpoints, ...pages].filter(route => methodsOf(route).includes('GET')).map(pathOf)
  expect(read.filter(path => !ofNoSize.test(path) && !byKey.includes(path) && !isAsked(path))).toEqual([])
})
