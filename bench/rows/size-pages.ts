import type { CheckedRequest } from '../load/load.ts'
import { any } from './questions.ts'
import {
  anyCommonWords,
  anyStyle,
  anyWords,
  as,
  getRequest,
  own,
  type SizeQuestion,
  type SizeSamples,
} from './size-questions.ts'

const ownPage = (path: string, { tokens }: SizeSamples) => signedIn(any(tokens), path)
const signedIn = (token: string, path: string): CheckedRequest => ({
  ...getRequest(path),
  headers: { cookie: `svc_session=${token}` },
})
const inPortal = (page: string, { portals }: SizeSamples) => {
  const { token, slug } = any(portals)
  return signedIn(token, `/portal/${slug}${page}`)
}

/** The pages that people open. */
export const pageQuestions: Record<string, SizeQuestion> = {
  'home page': () => getRequest('/'),
  'page of a search': () => getRequest(`/search?q=${any([anyWords(), 'j-max', 'espresso', '24+c40+to+j-max'])}`),
  'page of recipes': ({ styles }) =>
    getRequest(
      `/recipes${any(['', `?method=${any(styles).method}`, `?roast=${any(styles).roastLevel}`, `?q=${anyWords()}`])}`,
    ),
  'page of a recipe': ({ recipes }) => getRequest(`/recipes/${any(recipes).id}`),
  'page of variations': ({ recipes }) => getRequest(`/recipes/${any(recipes).id}/variations`),
  'page of coffees': () => getRequest(`/coffees${any(['', '?sort=name', '?sort=newest', `?q=${anyWords()}`])}`),
  'page of a coffee': ({ recipes }) => getRequest(`/coffees/${any(recipes).coffeeId}`),
  'page of roasters': () => getRequest(`/roasters${any(['', '?q=load', '?q=raoster'])}`),
  'page of a roaster': ({ recipes }) => getRequest(`/roasters/${any(recipes).roasterSlug}`),
  'page about the widget': () => getRequest(`/widget${any(['', '?q=load', '?q=raoster', '?q=roaster.example'])}`),
  'page of a member': ({ people }) => getRequest(`/people/${any(people)}`),
  'page to brew from': ({ recipes }) => {
    const { roasterSlug, coffeeSlug } = any(recipes)
    return getRequest(`/brew/${roasterSlug}/${coffeeSlug}`)
  },
  'own page': samples => ownPage('/me', samples),
  'own pages of lists': samples =>
    ownPage(`/me/${any(['brews', 'shelf', 'saved', 'collections', 'recipes', 'published'])}`, samples),
  'pages of the portal': samples =>
    inPortal(any(['', '/coffees', '/recipes', '/analytics', '/codes', '/widget', '/members']), samples),
}

/** Every list with cursors, which lead deep into it. */
export const pagedLists: Record<string, SizeQuestion> = {
  recipes: () => getRequest('/api/recipes'),
  'search, newest': () => getRequest('/api/recipes/search?sort=newest'),
  'search, three filters': samples => getRequest(`/api/recipes/search?${anyStyle(samples)}`),
  'search, words': () => getRequest(`/api/recipes/search?limit=5&q=${anyCommonWords()}`),
  'search, recommended': samples => own('/api/recipes/search?sort=recommended', samples),
  'community recipes': () => getRequest('/api/community-recipes'),
  coffees: () => getRequest(`/api/coffees?sort=${any(['name', 'newest', 'popular', 'trending'])}`),
  'coffees by words': () => getRequest(`/api/coffees?limit=5&q=${anyCommonWords()}`),
  'coffees by words, sorted': () =>
    getRequest(`/api/coffees?limit=5&q=${anyCommonWords()}&sort=${any(['name', 'newest', 'popular', 'trending'])}`),
  roasters: () => getRequest('/api/roasters?limit=2'),
  'recipes of a roaster': ({ recipes }) => getRequest(`/api/roasters/${any(recipes).roasterSlug}/recipes`),
  'coffees of a roaster': ({ recipes }) => getRequest(`/api/roasters/${any(recipes).roasterSlug}/coffees?limit=5`),
  'following feed': samples => own('/api/following/feed', samples),
  'own brews': samples => own('/api/brew-logs?limit=2', samples),
  'portal, coffees': ({ portals }) => {
    const { token, slug } = any(portals)
    return as(token, `/api/roaster-portal/coffees?roaster=${slug}&limit=5`)
  },
}
