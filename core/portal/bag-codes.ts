import * as v from 'valibot'
import type { Site } from '../site.ts'
import type { RoasterMember } from './members.ts'

/** A coffee by the code on its bag. */
export interface BagCoffee {
  id: number
  name: string
  slug: string
  code: string
  roaster: { id: number; name: string; slug: string }
  /** Of its roaster's own. */
  hasRecipe: boolean
}

export interface BagCodes {
  /** Of a roaster's coffees, by name; where there are more, of those that it has written recipes for or placed. */
  of: (roasterId: number, limit: number) => Promise<BagCoffee[]>
  /** The coffee of a code, however it was typed. */
  coffee: (code: string) => Promise<BagCoffee | undefined>
}

/** Ten sheets of labels; more is nobody's shelf. */
export const MOST_BAG_CODES = 240

const BagCode = v.object({
  coffee: v.object({ id: v.number(), name: v.string(), slug: v.string() }),
  code: v.string(),
  url: v.pipe(v.string(), v.description('What the code says; it opens the recipe on the reader’s own grinder.')),
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
