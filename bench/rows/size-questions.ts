import type { Sent } from '../load/load.ts'
import type { Samples } from '../worlds.ts'
import { any } from './questions.ts'

const roasts = ['LIGHT', 'MEDIUM', 'DARK']
const strengths = ['LIGHT', 'MEDIUM', 'STRONG']

const get = (path: string): Sent => ({ method: 'GET', path, status: 200 })
const own = (path: string, { tokens }: Samples): Sent => ({
  ...get(path),
  headers: { authorization: `Bearer ${any(tokens)}` },
})
const post = (path: string, body: object, { tokens }: Samples): Sent => ({
  method: 'POST',
  path,
  // Every other one signed in.
  headers: Math.random() < 0.5 ? { authorization: `Bearer ${any(tokens)}` } : {},
  body: JSON.stringify(body),
  status: 200,
})

/** Every list, search, text, feed, figure, recommendation, discovery and page, each time about something else. */
export const sizeQuestions: Record<string, (samples: Samples) => Sent> = {
  'recipes, best': () => get('/api/recipes'),
  'recipes of a grinder': ({ grinders }) => get(`/api/recipes?grinderId=${any(grinders)}`),
  'recipes of a roast': () => get(`/api/recipes?roastLevel=${any(roasts)}`),
  'recipes by text': ({ coffees }) => get(`/api/recipes?q=${encodeURIComponent(any(coffees).words)}`),
  'browse, first page': () => get(`/api/browse/recipes?sort=${any(['newest', 'highest_rated', 'most_brewed'])}`),
  'browse, deep page': () => get(`/api/browse/recipes?page=${50 + Math.floor(Math.random() * 50)}`),
  'search, one filter': ({ machines }) => get(`/api/recipes/search?brewMethod=${any(machines).method}`),
  'search, three filters': ({ styles }) => {
    const { method, roastLevel, grindRange } = any(styles)
    return get(`/api/recipes/search?brewMethod=${method}&roastLevel=${roastLevel}&grindRange=${grindRange}`)
  },
  'search, flavours': () => get(`/api/recipes/search?flavorProfile=${any(['chocolate', 'citrus', 'berry', 'floral'])}`),
  'search, words': () => get(`/api/recipes/search?q=${encodeURIComponent(any(words))}`),
  'search, recommended': samples =>
    own(`/api/recipes/search?sort=recommended${any(['', '&brewMethod=v60', '&roastLevel=LIGHT'])}`, samples),
  'community recipes': ({ grinders, recipes }) =>
    get(`/api/community-recipes${any(['', `?grinderId=${any(grinders)}`, `?coffeeId=${any(recipes).coffeeId}`])}`),
  'one recipe': ({ recipes }) => get(`/api/recipes/${any(recipes).id}`),
  'comments of a recipe': ({ recipes }) => get(`/api/recipes/${any(recipes).id}/comments`),
  'coffees, a list': () => get(`/api/coffees?sort=${any(['name', 'newest', 'popular', 'trending'])}`),
  'coffees by words': () => get(`/api/coffees?q=${encodeURIComponent(any(words))}`),
  'coffees by words, sorted': () =>
    get(`/api/coffees?q=${encodeURIComponent(any(words))}&sort=${any(['newest', 'popular', 'trending'])}`),
  'coffees by a typo': () => get(`/api/coffees?q=${any(typos)}`),
  'coffees by a letter': () => get(`/api/coffees?q=${any(['a', 'e', 'g', 'h'])}`),
  'coffees by origin': () => get(`/api/coffees?origin=${any(['Ethiopia', 'Colombia', 'Kenya'])}`),
  suggestions: () => get(`/api/coffees/suggestions?name=${encodeURIComponent(any(words).slice(0, 4))}`),
  'one coffee': ({ recipes }) => get(`/api/coffees/${any(recipes).coffeeId}`),
  'figures of a coffee': ({ recipes }) => get(`/api/coffees/${any(recipes).coffeeId}/stats`),
  'roasters, a list': () => get(`/api/roasters?page=${1 + Math.floor(Math.random() * 2)}`),
  'roasters by text': () => get(`/api/roasters?search=${any(['load', 'roaster', 'raoster'])}`),
  'one roaster': ({ recipes }) => get(`/api/roasters/${any(recipes).roasterSlug}`),
  'coffees of a roaster': ({ recipes }) => get(`/api/roasters/${any(recipes).roasterSlug}/coffees`),
  'recipes of a roaster': ({ recipes }) => get(`/api/roasters/${any(recipes).roasterSlug}/recipes`),
  'following feed': samples => own('/api/following/feed', samples),
  'own brews': samples => own('/api/brew-logs', samples),
  'own week': samples => own('/api/brew-logs/weekly-stats', samples),
  'saved recipes': samples => own('/api/user/saved-recipes', samples),
  'a profile': ({ people }) => get(`/api/users/${any(people)}`),
  recommendations: samples => own('/api/recommendations?limit=20', samples),
  discover: ({ grinders, machines, recipes }) =>
    get(
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
  'page of a recipe': ({ recipes }) => get(`/recipes/${any(recipes).id}`),
  'home page': () => get('/'),
}

/** One that a quarter of all coffees have, several, and one that few have. */
const words = ['hill', 'station lot', 'ethiopia grove', 'mirador', 'las brisas', 'terraces reserve', 'guji hill']
const typos = ['gehsa', 'mirdaor', 'ethopia', 'esperanca', 'terrases']
