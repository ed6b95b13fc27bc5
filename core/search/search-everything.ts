import * as v from 'valibot'
import type { Techniques } from '../adaptation/technique.ts'
import type { Coffees } from '../coffees/coffees.ts'
import { searchWords } from '../coffees/search.ts'
import type { Grinders, Machines } from '../equipment/equipment.ts'
import type { AnyStoredGrinder } from '../equipment/own-grinders.ts'
import { usualBeside, usualGrinder } from '../equipment/usual.ts'
import * as field from '../fields.ts'
import { methodById, methodIds } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import { wordsOf } from '../names.ts'
import type { RecipeFilter } from '../recipes/filter.ts'
import type { Recipes } from '../recipes/recipes.ts'
import type { Roasters } from '../roasters/roasters.ts'
import { type Answer, convertAsked, impliedAnswer } from './answer.ts'
import { conversionAsked } from './asked-conversion.ts'
import { grindersFound } from './found-grinders.ts'
import { type FoundGroup, type FoundItem, foundKinds, type Gathered, rankedGroups } from './groups.ts'
import { namedMethods } from './named-methods.ts'
import { hasRatiosOf, otherNamesOf } from './technique-words.ts'
import { wordMatch } from './word-match.ts'

export const SearchEverything = v.object({
  q: field.text(1, 100),
  /** Shows more of one kind. */
  in: v.optional(field.choice(foundKinds)),
})

export interface Everything {
  words: string[]
  answers: Answer[]
  /** The one thing that was certainly meant, if there is one. */
  best: FoundItem | undefined
  /** The closest first. */
  groups: FoundGroup[]
}

interface SearchPorts {
  grinders: Grinders
  machines: Machines
  techniques: Techniques
  recipes: Pick<Recipes, 'list'>
  coffees: Pick<Coffees, 'list'>
  roasters: Pick<Roasters, 'list'>
}

/** How many of one kind are shown if it was chosen. */
const MOST_OF_A_KIND = 20

/**
 * Finds grinders, methods, coffees, roasters and recipes, and answers a question such as "24 c40 to
 * j-max". `mine` is the reader's grinder.
 */
export async function searchEverything(
  { q, in: kind, mine }: v.InferOutput<typeof SearchEverything> & { mine: AnyStoredGrinder | undefined },
  ports: SearchPorts,
): Promise<Everything> {
  const all = ports.grinders.list()
  const usual = usualGrinder(ports)
  const asked = conversionAsked(q, { all, mine, usual, beside: from => usualBeside(from, ports) })
  if (asked) {
    const { from, to } = asked
    const both = [to, from].map(grinder => ({ kind: 'grinders' as const, grinder }))
    const group = { kind: 'grinders' as const, items: both, total: both.length, hasMore: false, isSimilar: false }
    return { words: [], answers: [convertAsked(asked)], best: undefined, groups: [group] }
  }
  const words = searchWords(q)
  if (words.length === 0) return { words, answers: [], best: undefined, groups: [] }
  const grinders = grindersFound(q, words, all)
  const gathered = await Promise.all([
    methodsFound(words, ports),
    techniquesFound(q, words, ports),
    grinders,
    roastersFound(words, ports),
    coffeesFound(words, ports),
    recipesFound(words, grinders.certain, kind === 'recipes' ? MOST_OF_A_KIND : undefined, ports),
  ])
  const { best, groups } = rankedGroups(gathered, kind, MOST_OF_A_KIND)
  const answer = best?.kind === 'grinders' && mine ? impliedAnswer(mine, best.grinder) : undefined
  return { words, answers: answer ? [answer] : [], best, groups }
}

function methodsFound(words: readonly string[], ports: SearchPorts): Gathered {
  const found = namedMethods(ports)
    .map(method => {
      const { name, knownFor = null, alsoCalled } = method
      return { item: { kind: 'methods' as const, method }, match: wordMatch(words, name, knownFor, alsoCalled) }
    })
    .filter(({ match }) => !match.isSimilar)
    .sort((one, other) => other.match.closeness - one.match.closeness)
  return { kind: 'methods', found, total: found.length, hasMore: false }
}

function techniquesFound(q: string, words: readonly string[], { techniques }: SearchPorts): Gathered {
  const found = techniques
    .list()
    .filter(({ name }) => hasRatiosOf(q, name))
    .map(technique => {
      const match = wordMatch(words, technique.name, ...otherNamesOf(technique))
      return { item: { kind: 'techniques' as const, technique }, match }
    })
    .filter(({ match }) => !match.isSimilar)
    .sort((one, other) => other.match.closeness - one.match.closeness)
  return { kind: 'techniques', found, total: found.length, hasMore: false }
}

async function roastersFound(words: readonly string[], { roasters }: SearchPorts): Promise<Gathered> {
  const list = await roasters.list({ search: words.join(' '), page: 1, limit: MOST_OF_A_KIND })
  const found = list.roasters.map(roaster => ({
    item: { kind: 'roasters' as const, roaster },
    match: wordMatch(words, roaster.name),
  }))
  return { kind: 'roasters', found, total: list.pagination.total, hasMore: false }
}

async function coffeesFound(words: string[], { coffees }: SearchPorts): Promise<Gathered> {
  const { data, hasMore } = await coffees.list({ words, sort: 'match', limit: MOST_OF_A_KIND })
  const found = data.map(coffee => ({
    item: { kind: 'coffees' as const, coffee },
    match: wordMatch(words, coffee.name, coffee.roasterName, coffee.origin),
  }))
  return { kind: 'coffees', found, total: data.length, hasMore }
}

/** Those written on the grinder that was named, else those by the named method, coffee or both. */
async function recipesFound(
  words: string[],
  grinder: AnyStoredGrinder | undefined,
  limit = 3,
  { recipes }: SearchPorts,
): Promise<Gathered> {
  const filter = grinder ? { grinderId: grinder.id } : methodAndWords(words)
  const { data, total } = await recipes.list({ filter, sort: 'highest_rated', limit })
  const found = data.map(recipe => {
    const { coffee, machine } = recipe
    const names = [coffee.roasterName, coffee.origin, methodById[machine.brewMethod].name, fullName(recipe.grinder)]
    const match = wordMatch(words, coffee.name, ...names)
    return { item: { kind: 'recipes' as const, recipe }, match: { ...match, isSimilar: !grinder && match.isSimilar } }
  })
  return { kind: 'recipes', found, total, hasMore: false, ...(grinder && { writtenOn: grinder }) }
}

/** A shorter beginning is more often that of a coffee. */
const LEAST_LETTERS = 4

/**
 * "v60 yirga" asks for the recipes by one method for the coffees with the other words. The last word
 * may still be unfinished: "aeropres".
 */
function methodAndWords(words: string[]): RecipeFilter {
  const last = words.at(-1) ?? ''
  const begun = (word: string) => (last.length >= LEAST_LETTERS && word.startsWith(last) ? last : undefined)
  for (const brewMethod of methodIds) {
    // "moka pot" or "moka"
    const name = [methodById[brewMethod].name, brewMethod]
      .map(name => wordsOf(name).map(word => (words.includes(word) ? word : begun(word))))
      .find(name => name.every(word => word !== undefined))
    if (!name) continue
    const others = words.filter(word => !name.includes(word))
    return { brewMethod, ...(others.length > 0 && { words: others }) }
  }
  return { words }
}
