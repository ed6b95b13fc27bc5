import { folded } from '../names.ts'
import { bestMatches, givenName, mostAlike, type Nameable } from './naming.ts'

/** The grinders that most people have, by slug. Lists to choose from begin with these. */
export const popularGrinders: readonly string[] = [
  'comandante-c40-mk4',
  '1zpresso-k-ultra',
  'baratza-encore',
  'fellow-ode-gen-2',
  'timemore-c3-esp-pro',
  'niche-zero',
  'kingrinder-k6',
  'turin-df64-gen-2',
  '1zpresso-j-max',
]

export interface BrandCount {
  brand: string
  count: number
}

/** What a list to choose from shows, in this order. */
export interface PickerGroups<N> {
  yours: N[]
  /** Only until something is typed. */
  popular: N[]
  matches: N[]
  /** Other models of the maker, if few match. */
  similar: N[]
  /** The closest names, if nothing matches. */
  nearest: N[]
  brands: BrandCount[]
  /** How many grinders match, yours included. */
  count: number
}

/** The grinders to offer for what was typed. */
export function pickerGroups<N extends Nameable>(
  list: readonly N[],
  yours: readonly N[],
  typed: string,
): PickerGroups<N> {
  const isYours = ({ slug }: N) => yours.some(own => own.slug === slug)
  const nothing = { yours: [], popular: [], matches: [], similar: [], nearest: [] }
  if (typed.trim() === '') {
    const popular = popularGrinders.flatMap(slug => list.find(one => one.slug === slug) ?? [])
    return {
      ...nothing,
      yours: [...yours],
      popular: popular.filter(one => !isYours(one)).slice(0, MOST_POPULAR),
      brands: brandsOf(list),
      count: list.length,
    }
  }
  const found = likeliestGrinders(list, typed)
  const brands = brandsOf(list).filter(({ brand }) => isBegunBy(brand, typed))
  const [best] = found
  if (!best) return { ...nothing, nearest: mostAlike(list, typed, MOST_ALIKE), brands, count: 0 }
  const ofMaker = list.filter(one => one.brand === best.brand && !found.includes(one))
  return {
    ...nothing,
    yours: yours.filter(own => found.some(({ slug }) => slug === own.slug)),
    matches: found.filter(one => !isYours(one)),
    similar: found.length > MOST_ALIKE ? [] : mostAlike(ofMaker, typed, MOST_ALIKE),
    brands,
    count: found.length,
  }
}

/** Best first; among equally good matches, the grinders that most people have. */
function likeliestGrinders<N extends Nameable>(list: readonly N[], typed: string): N[] {
  const placeOf = ({ slug }: N) => popularGrinders.indexOf(slug) + 1 || 99
  return bestMatches(
    list.toSorted((one, other) => placeOf(one) - placeOf(other)),
    typed,
  )
}

const MOST_POPULAR = 3
const MOST_ALIKE = 3

/** The brands of a list, in its order. */
export const brandsOf = (list: readonly { brand: string }[]): BrandCount[] =>
  [...Map.groupBy(list, ({ brand }) => brand)].map(([brand, models]) => ({ brand, count: models.length }))

/** Whether the first word begins the name of a brand. One that was typed in full is no suggestion. */
function isBegunBy(brand: string, typed: string) {
  const [first = ''] = givenName(typed).words
  return first !== '' && folded(brand).startsWith(first) && folded(brand) !== folded(typed.trim())
}

/** A name in parts, so that the letters that were typed can be marked. */
export function typedParts(name: string, typed: string): { text: string; isTyped: boolean }[] {
  const { words } = givenName(typed)
  return name.split(/([^\p{L}\p{N}+]+)/u).flatMap(part => {
    const length = Math.max(0, ...words.filter(word => folded(part).startsWith(word)).map(word => word.length))
    return [
      { text: part.slice(0, length), isTyped: true },
      { text: part.slice(length), isTyped: false },
    ].filter(({ text }) => text !== '')
  })
}
