import { askedSorts } from '../../core/recipes/sorts.ts'
import type { CheckedRequest } from '../load/load.ts'
import type { Shelved } from '../shelves.ts'
import type { Samples } from '../worlds.ts'
import { any, anyBelow } from './questions.ts'

export type SizeSamples = Samples & Shelved
export type SizeQuestion = (samples: SizeSamples) => CheckedRequest

const roasts = ['LIGHT', 'MEDIUM', 'DARK']
const kinds = ['roastLevel=DARK', 'roastLevel=MEDIUM_LIGHT', 'coffeeType=BLEND', 'coffeeType=DECAF&roastLevel=MEDIUM']
/** With words or an origin that many, some or no coffees have. */
const rareKinds = [...kinds, 'coffeeType=DECAF', 'coffeeType=DECAF&roastLevel=DARK']
const strengths = ['LIGHT', 'MEDIUM', 'STRONG']
const sorts = ['newest', 'popular', 'trending']

export const getRequest = (path: string): CheckedRequest => ({ method: 'GET', path, status: 200 })
export const as = (token: string, path: string): CheckedRequest => ({
  ...getRequest(path),
  headers: { authorization: `Bearer ${token}` },
})
export const own = (path: string, { tokens }: SizeSamples) => as(any(tokens), path)
const post = (path: string, body: object, { tokens }: SizeSamples): CheckedRequest => ({
  method: 'POST',
  path,
  // Every other request is signed in.
  headers: any([true, false]) ? { authorization: `Bearer ${any(tokens)}` } : {},
  body: JSON.stringify(body),
  status: 200,
})
const inPortal = (path: string, { portals }: SizeSamples) => {
  const { token, slug } = any(portals)
  return as(token, `/api/roaster-portal/${path}?roaster=${slug}`)
}

export const anyWords = () => encodeURIComponent(any(words))
export const anyCommonWords = () => encodeURIComponent(any(commonWords))
/** Words that this service has not been asked for before. */
const freshWords = ({ fresh }: SizeSamples) => {
  const next = fresh.pop()
  if (next === undefined) throw new Error('All fresh words have been asked for.')
  return encodeURIComponent(next)
}
export const anyStyle = ({ styles }: SizeSamples) => {
  const { method, roastLevel, grindRange } = any(styles)
  return `brewMethod=${method}&roastLevel=${roastLevel}&grindRange=${grindRange}`
}

/**
 * Every list, search, text, feed, figure, recommendation and discovery, about something else each
 * time.
 */
export const sizeQuestions: Record<string, SizeQuestion> = {
  'recipes, best': () => getRequest('/api/recipes'),
  'recipes of a grinder': ({ grinders }) => getRequest(`/api/recipes?grinderId=${any(grinders)}`),
  'recipes of a roast': () => getRequest(`/api/recipes?roastLevel=${any(roasts)}`),
  'recipes by text': ({ coffees }) => getRequest(`/api/recipes?q=${encodeURIComponent(any(coffees).words)}`),
  'browse, first page': () => getRequest(`/api/browse/recipes?sort=${any(askedSorts)}`),
  'browse, deep page': () => getRequest(`/api/browse/recipes?page=${50 + anyBelow(50)}`),
  'search, one filter': ({ machines }) => getRequest(`/api/recipes/search?brewMethod=${any(machines).method}`),
  'search, a grinder and a method': ({ styles }) => {
    const { grinderId, method } = any(styles)
    return getRequest(`/api/recipes/search?grinderId=${grinderId}&brewMethod=${method}`)
  },
  'search, three filters': samples => getRequest(`/api/recipes/search?${anyStyle(samples)}`),
  'search, flavours': () =>
    getRequest(`/api/recipes/search?flavorProfile=${any(['chocolate', 'citrus', 'berry', 'floral'])}`),
  'search, words': () => getRequest(`/api/recipes/search?q=${anyWords()}`),
  'search, fresh words': samples => getRequest(`/api/recipes/search?q=${freshWords(samples)}`),
  'search, recommended': samples =>
    own(`/api/recipes/search?sort=recommended${any(['', '&brewMethod=v60', '&roastLevel=LIGHT'])}`, samples),
  facets: samples => getRequest(`/api/recipes/facets?${any(['', anyStyle(samples), `roastLevel=${any(roasts)}`])}`),
  'facets of words': () => getRequest(`/api/recipes/facets?q=${anyWords()}`),
  'community recipes': ({ grinders, recipes }) =>
    getRequest(
      `/api/community-recipes${any(['', `?grinderId=${any(grinders)}`, `?coffeeId=${any(recipes).coffeeId}`])}`,
    ),
  'one recipe': ({ recipes }) => getRequest(`/api/recipes/${any(recipes).id}`),
  'variations of a recipe': ({ recipes }) => getRequest(`/api/recipes/${any(recipes).id}/variations`),
  'own vote and brew of a recipe': samples =>
    own(`/api/community-recipes/${any(samples.recipes).id}/${any(['vote', 'brew-log'])}`, samples),
  'comments of a recipe': ({ recipes }) => getRequest(`/api/recipes/${any(recipes).id}/comments`),
  'coffees, a list': () => getRequest(`/api/coffees?sort=${any(['name', ...sorts])}`),
  'coffees by words': () => getRequest(`/api/coffees?q=${anyWords()}`),
  'coffees by fresh words': samples => getRequest(`/api/coffees?q=${freshWords(samples)}`),
  'coffees by words, sorted': () => getRequest(`/api/coffees?q=${anyWords()}&sort=${any(sorts)}`),
  'coffees by words, by name': () => getRequest(`/api/coffees?q=${anyWords()}&sort=name`),
  'coffees by a typo': () => getRequest(`/api/coffees?q=${any(typos)}`),
  'coffees by a letter': () => getRequest(`/api/coffees?q=${any(['a', 'e', 'g', 'h'])}`),
  'coffees by origin': () => getRequest(`/api/coffees?origin=${any(['Ethiopia', 'Colombia', 'Kenya'])}`),
  'coffees of a kind': () => getRequest(`/api/coffees?${any(kinds)}&sort=${any(['name', ...sorts])}`),
  'coffees by words, of a kind': () => getRequest(`/api/coffees?q=${anyWords()}&${any(rareKinds)}&sort=${any(sorts)}`),
  // A third finds nothing, at both sizes. With half, the median would be a matter of chance.
  'coffees by origin, of a kind': () =>
    getRequest(`/api/coffees?origin=${any(['Ethiopia', 'Colombia'])}&${any(rareKinds)}&sort=${any(sorts)}`),
  suggestions: () => getRequest(`/api/coffees/suggestions?name=${encodeURIComponent(any(words).slice(0, 4))}`),
  'one coffee': ({ recipes }) => getRequest(`/api/coffees/${any(recipes).coffeeId}`),
  'figures of a coffee': ({ recipes }) => getRequest(`/api/coffees/${any(recipes).coffeeId}/stats`),
  'one coffee by its name': ({ recipes }) => {
    const { roasterSlug, coffeeSlug } = any(recipes)
    return getRequest(`/api/${any([`roasters/${roasterSlug}/coffees`, `embed/${roasterSlug}`])}/${coffeeSlug}`)
  },
  'cards of a roaster': ({ roasters }) => getRequest(`${any(['/api/embed/recipes', '/embed'])}/${any(roasters)}`),
  'roasters, a list': () => getRequest(`/api/roasters?page=${1 + anyBelow(2)}`),
  'roasters by text': () => getRequest(`/api/roasters?search=${any(['load', 'roaster', 'raoster'])}`),
  'one roaster': ({ recipes }) => getRequest(`/api/roasters/${any(recipes).roasterSlug}`),
  'coffees of a roaster': ({ recipes }) => getRequest(`/api/roasters/${any(recipes).roasterSlug}/coffees`),
  'recipes of a roaster': ({ recipes }) => getRequest(`/api/roasters/${any(recipes).roasterSlug}/recipes`),
  'following feed': samples => own('/api/following/feed', samples),
  'own brews': samples => own(`/api/brew-logs${any(['', '/last'])}`, samples),
  'own week': samples => own('/api/brew-logs/weekly-stats', samples),
  'own library': samples => own('/api/user/coffee-library', samples),
  'own bags': samples => own('/api/user/bags', samples),
  'own recipes': samples => own('/api/user/recipes', samples),
  'own collections': samples => own('/api/collections', samples),
  'one collection': ({ collections }) => {
    const { token, id } = any(collections)
    return as(token, `/api/collections/${id}`)
  },
  'saved recipes': samples => own('/api/user/saved-recipes', samples),
  'a profile': ({ people }) => getRequest(`/api/users/${any(people)}`),
  recommendations: samples => own('/api/recommendations?limit=20', samples),
  discover: ({ grinders, machines, recipes }) =>
    getRequest(
      `/api/discover?grinderId=${any(grinders)}${any([
        '',
        `&machineId=${any(machines).id}`,
        `&roast=${any(roasts)}`,
        `&brewStrength=${any(strengths)}&roast=${any(roasts)}`,
        `&coffeeId=${any(recipes).coffeeId}`,
      ])}`,
    ),
  'adapt a recipe': samples =>
    post(
      '/api/adaptRecipe',
      {
        coffeeProfileId: any(samples.recipes).coffeeId,
        grinderId: any(samples.grinders),
        machineId: any(samples.machines).id,
      },
      samples,
    ),
  'get a recipe': samples =>
    post(
      '/api/get-recipe',
      {
        coffeeId: any(samples.recipes).coffeeId,
        grinderId: any(samples.grinders),
        machineId: any(samples.machines).id,
        volumeGrams: 300,
      },
      samples,
    ),
  'portal, dashboard': samples => inPortal('dashboard', samples),
  'portal, coffees': samples => inPortal('coffees', samples),
  'portal, analytics': samples => inPortal(any(['analytics', 'analytics.csv']), samples),
  'portal, codes and more': samples =>
    inPortal(any(['codes', 'members', 'invitations', 'embed', 'embed/sites', 'profile']), samples),
}

/** A word that a quarter of all coffees have, and several: their pages lead deep at both sizes. */
const commonWords = ['hill', 'station lot', 'mirador', 'las brisas']
/** And some that few coffees have, or that none has together (ethiopia grove), at both sizes. */
const words = [...commonWords, 'ethiopia grove', 'gesha terraces', 'guji hill']
const typos = ['gehsa', 'mirdaor', 'ethopia', 'esperanca', 'terrases']
