import type { Sent } from '../load/load.ts'
import { any } from './questions.ts'
import {
  anyCommonWords,
  anyStyle,
  anyWords,
  as,
  get,
  own,
  type SizeQuestion,
  type SizeSamples,
} from './size-questions.ts'

const ownPage = (path: string, { tokens }: SizeSamples) => signedIn(any(tokens), path)
const signedIn = (token: string, path: string): Sent => ({ ...get(path), headers: { cookie: `svc_session=${token}` } })
const inPortal = (page: string, { portals }: SizeSamples) => {
  const { token, slug } = any(portals)
  return signedIn(token, `/portal/${slug}${page}`)
}

/** The pages that people open. */
export const pageQuestions: Record<string, SizeQuestion> = {
  'home page': () => get('/'),
  'page of recipes': ({ styles }) =>
    get(
      `/recipes${any(['', `?method=${any(styles).method}`, `?roast=${any(styles).roastLevel}`, `?q=${anyWords()}`])}`,
    ),
  'page of a recipe': ({ recipes }) => get(`/recipes/${any(recipes).id}`),
  'page of coffees': () => get(`/coffees${any(['', '?sort=name', '?sort=newest', `?q=${anyWords()}`])}`),
  'page of a coffee': ({ recipes }) => get(`/coffees/${any(recipes).coffeeId}`),
  'page of roasters': () => get(`/roasters${any(['', '?q=load', '?q=raoster'])}`),
  'page of a roaster': ({ recipes }) => get(`/roasters/${any(recipes).roasterSlug}`),
  'page of a member': ({ people }) => get(`/people/${any(people)}`),
  'page to brew from': ({ recipes }) => {
    const { roasterSlug, coffeeSlug } = any(recipes)
    return get(`/brew/${roasterSlug}/${coffeeSlug}`)
  },
  'own page': samples => ownPage('/me', samples),
  'own pages of lists': samples =>
    ownPage(`/me/${any(['brews', 'shelf', 'saved', 'collections', 'recipes', 'published'])}`, samples),
  'pages of the portal': samples =>
    inPortal(any(['', '/coffees', '/recipes', '/analytics', '/codes', '/widget', '/members']), samples),
}

/** Every list that is walked by cursors, which lead deep into it. */
export const walkedLists: Record<string, SizeQuestion> = {
  recipes: () => get('/api/recipes'),
  'search, newest': () => get('/api/recipes/search?sort=newest'),
  'search, three filters': samples => get(`/api/recipes/search?${anyStyle(samples)}`),
  'search, words': () => get(`/api/recipes/search?limit=5&q=${anyCommonWords()}`),
  'search, recommended': samples => own('/api/recipes/search?sort=recommended', samples),
  'community recipes': () => get('/api/community-recipes'),
  coffees: () => get(`/api/coffees?sort=${any(['name', 'newest', 'popular', 'trending'])}`),
  'coffees by words': () => get(`/api/coffees?limit=5&q=${anyCommonWords()}`),
  'coffees by words, sorted': () =>
    get(`/api/coffees?limit=5&q=${anyCommonWords()}&sort=${any(['name', 'newest', 'popular', 'trending'])}`),
  roasters: () => get('/api/roasters?limit=2'),
  'recipes of a roaster': ({ recipes }) => get(`/api/roasters/${any(recipes).roasterSlug}/recipes`),
  'coffees of a roaster': ({ recipes }) => get(`/api/roasters/${any(recipes).roasterSlug}/coffees?limit=5`),
  'following feed': samples => own('/api/following/feed', samples),
  'own brews': samples => own('/api/brew-logs?limit=2', samples),
  'portal, coffees': ({ portals }) => {
    const { token, slug } = any(portals)
    return as(token, `/api/roaster-portal/coffees?roaster=${slug}&limit=5`)
  },
}
