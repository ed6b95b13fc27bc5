import * as v from 'valibot'
import type { Site } from '../site.ts'
import type { RoasterMember } from './members.ts'

/** A coffee found by the code on its bag. */
export interface BagCoffee {
  id: number
  name: string
  slug: string
  code: string
  roaster: { id: number; name: string; slug: string }
  /** Whether the roaster has a recipe for it. */
  hasRecipe: boolean
}

export interface BagCodes {
  /**
   * A roaster's coffees, by name. If there are more than the limit, only those with a recipe or a
   * place in its order.
   */
  of: (roasterId: number, limit: number) => Promise<BagCoffee[]>
  /** The coffee for a code, in any spelling. */
  coffee: (code: string) => Promise<BagCoffee | undefined>
}

/** Ten sheets of labels, more than any roaster sells. */
export const MOST_BAG_CODES = 240

const BagCode = v.object({
  coffee: v.object({ id: v.number(), name: v.string(), slug: v.string() }),
  code: v.string(),
  url: v.pipe(v.string(), v.description('The address in the code; it opens the recipe on the reader’s own grinder.')),
  svg: v.string(),
  png: v.string(),
  pdf: v.pipe(v.string(), v.description('One label, to print.')),
})
export const BagCodeList = v.object({
  codes: v.pipe(v.array(BagCode), v.description(`By name, at most ${MOST_BAG_CODES}.`)),
  sheet: v.pipe(v.string(), v.description('All of them as labels of 63.5 by 33.9 mm, 24 to an A4 sheet (PDF).')),
})

export async function listBagCodes(
  _: unknown,
  { portal, site: { baseUrl, paths } }: { portal: { bagCodes: BagCodes }; site: Site },
  { roasterId, roasterSlug }: RoasterMember,
) {
  const coffees = await portal.bagCodes.of(roasterId, MOST_BAG_CODES)
  return {
    codes: coffees.map(({ id, name, slug, code }) => ({
      coffee: { id, name, slug },
      code,
      url: `${baseUrl}${paths.bag(code)}`,
      svg: `${baseUrl}${paths.bagSvg(code)}`,
      png: `${baseUrl}${paths.bagPng(code)}`,
      pdf: `${baseUrl}${paths.bagLabel(code)}`,
    })),
    sheet: `${baseUrl}${paths.bagSheet(roasterSlug)}`,
  }
}
