import * as v from 'valibot'
import { roastFilter } from '../../../core/coffees/roast.ts'
import { reachedPart } from '../../../core/grind/reached-part.ts'
import { capital } from '../../../core/names.ts'
import { tasteLevels } from '../../../core/recipes/facets.ts'
import { SearchRecipes } from '../../../core/recipes/list-queries.ts'
import type { BrewTimeRange } from '../../../core/recipes/ranges.ts'
import type { Visit } from './choices.ts'
import { roastInWords } from './parts/figures.ts'
import { hrefWith, PAGE_LENGTH } from './parts/pager.ts'
import { complaintAbout, textsIn, validIn } from './query.ts'

/** What the URL of a recipe list asks for. */
export interface RecipeSearch {
  asked: v.InferOutput<typeof SearchRecipes>
  /** What is wrong with the search words. */
  complaint: string | undefined
  /** As it was typed. */
  q: string
  taste: { from: number; to: number }
  flavours: string[]
  /** Values for the roast that are not roast levels. */
  unknownRoasts: string[]
  applied: Applied[]
}

/** An active filter: its label, and the URL without it. */
interface Applied {
  /** The name of the query parameter. */
  name: string
  label: string
  without: string
}

/**
 * Reads each parameter separately. Invalid ones are left out; only the search words get an error
 * message.
 */
export async function recipeSearchIn(visit: Visit, cursor: string | undefined): Promise<RecipeSearch> {
  const { url } = visit
  const all = (name: string) => textsIn(url, name)
  const [q = ''] = all('q')
  const taste = tasteIn(all('taste').map(Number))
  const flavours = all('flavour').flatMap(text => text.split(','))
  const roasts = all('roast').flatMap(text => text.split(',').filter(roast => roast.trim() !== ''))
  const asked = validIn(SearchRecipes, {
    q,
    brewMethod: all('method')[0],
    roastLevel: roasts.filter(isRoast).join(),
    taste: tasteLevels.filter(level => level >= taste.from && level <= taste.to).join(),
    flavorProfile: flavours.join(),
    brewTimeRange: all('time')[0],
    coffeeId: Number(all('coffee')[0]),
    grinderId: visit.ports.grinders.bySlug(all('madeWith')[0] ?? '')?.id,
    roaster: all('roaster')[0],
    ...(visit.grinder && all('reach')[0] && reachedPart(visit.grinder)),
    sort: all('sort')[0],
    limit: PAGE_LENGTH,
    cursor,
  })
  if (isAnyTaste(taste)) delete asked.taste
  return {
    asked,
    complaint: complaintAbout(SearchRecipes.entries.q, q || undefined),
    q,
    taste,
    flavours,
    unknownRoasts: roasts.filter(roast => !isRoast(roast)),
    applied: await appliedOf(asked, taste, visit),
  }
}

const isRoast = (text: string) => v.is(roastFilter, text)

/** The two ends of a range, in either order. */
function tasteIn(given: number[]) {
  const ends = given.filter(level => tasteLevels.some(one => one === level))
  return ends.length < 2 ? { from: -2, to: 2 } : { from: Math.min(...ends), to: Math.max(...ends) }
}

const isAnyTaste = ({ from, to }: RecipeSearch['taste']) => from === -2 && to === 2

export const tasteWords = ['Bright', 'A bit bright', 'Balanced', 'A bit rich', 'Rich'] as const
export const tasteWord = (level: number) => tasteWords[level + 2] ?? ''

/** Under two minutes, up to five, and above. */
export const timeWords: Record<BrewTimeRange, string> = { short: 'Quick', medium: 'Usual', long: 'Slow' }

async function appliedOf(
  {
    q,
    roastLevel,
    taste,
    flavorProfile,
    brewTimeRange,
    coffeeId,
    grinderId,
    roaster,
    maxGrindIndex,
  }: RecipeSearch['asked'],
  { from, to }: RecipeSearch['taste'],
  { url, ports, grinder }: Visit,
): Promise<Applied[]> {
  const named = async (name: string, label: string | undefined | Promise<string | undefined>) => {
    const text = await label
    return text === undefined ? [] : [{ name, label: text, without: hrefWith(url, name, '') }]
  }
  const chips = [
    named('q', q && `“${q}”`),
    named('coffee', coffeeId === undefined ? undefined : ports.coffees.byId(coffeeId).then(coffee => coffee?.name)),
    named('madeWith', grinderId === undefined ? undefined : `Made with ${ports.grinders.byId(grinderId)?.model}`),
    named('roaster', roaster && ports.roasters.bySlug(roaster).then(found => found?.name ?? roaster)),
    named('reach', maxGrindIndex === undefined ? undefined : `Within reach of the ${grinder?.model}`),
    named('roast', roastLevel?.map(roastInWords).join(', ')),
    named('taste', taste && (from === to ? tasteWord(from) : `${tasteWord(from)} to ${tasteWord(to).toLowerCase()}`)),
    named('flavour', flavorProfile?.split(',').map(capital).join(', ')),
    named('time', brewTimeRange && timeWords[brewTimeRange]),
  ]
  return (await Promise.all(chips)).flat()
}
