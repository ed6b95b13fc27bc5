import * as v from 'valibot'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { stepFrom } from '../grind/dial.ts'
import { indexOnDial } from '../grind/given.ts'
import type { AnyGrinder } from '../grind/model.ts'
import { tenths } from '../rounding.ts'

/** What a recipe is based on, as people send it. */
export const GivenBasis = v.pipe(
  v.nullish(v.union([field.id, field.text(1, 100)], 'must be the id of a community recipe or the slug of a technique')),
  v.description('The community recipe (its id) or technique (its slug) that it is a variation of.'),
)

/** What a recipe is based on, for its readers. */
export const BasedOn = v.object({
  id: v.pipe(v.nullable(field.id), v.description('The community recipe; null for a technique, and once it is gone.')),
  technique: v.pipe(v.nullable(v.string()), v.description('The slug of the technique; null for a recipe.')),
  title: v.pipe(v.nullable(v.string()), v.description('Null once it’s gone, as is its author.')),
  author: v.nullable(v.string()),
  hasChanged: v.pipe(v.boolean(), v.description('Whether the original was edited since.')),
  text: v.string(),
})
export type BasedOn = v.InferOutput<typeof BasedOn>

/** In replies about recipes: left out of those that are based on nothing, and that nothing is based on. */
export const lineage = {
  basedOn: v.optional(v.pipe(BasedOn, v.description('Included if it’s a variation of another.'))),
  variationCount: v.optional(
    v.pipe(v.number(), v.description('How many published recipes are based on it. Included if there are any.')),
  ),
}

/** As it is stored; 0 is a recipe that was never here. */
export interface Basis {
  parentId: number | null
  parentVersion: number | null
  technique: string | null
}

/** The stored basis of a recipe, with the original where it is public. */
interface NamedBasis extends Basis {
  original: { title: string; author: string | null; version: number | null } | null
}

export function presentBasis({ parentId, parentVersion, technique, original }: NamedBasis): BasedOn {
  if (!original)
    return {
      id: null,
      technique: null,
      title: null,
      author: null,
      hasChanged: false,
      text: 'From a recipe that is gone',
    }
  const { title, author, version } = original
  const hasChanged = version !== null && parentVersion !== null && version > parentVersion
  const by = author === null ? '' : ` by ${author}`
  return { id: parentId, technique, title, author, hasChanged, text: `From ${title}${by}` }
}

interface OriginPorts {
  recipes: { byId: (id: number) => Promise<{ id: number; version: number } | undefined> }
  techniques: { bySlug: (slug: string) => { slug: string } | undefined }
}

/** Undefined for a recipe that is based on nothing. */
export async function basisOf(
  given: v.InferOutput<typeof GivenBasis>,
  { recipes, techniques }: OriginPorts,
): Promise<Basis | undefined> {
  if (given == null) return undefined
  if (typeof given === 'string') {
    const technique = techniques.bySlug(given)
    if (!technique) throw new Fault('not-found', `There is no technique "${given}" to base this recipe on.`)
    return { parentId: null, parentVersion: null, technique: technique.slug }
  }
  const parent = await recipes.byId(given)
  if (!parent) throw new Fault('recipe-not-found', `There is no recipe ${given} to base this recipe on.`)
  return { parentId: parent.id, parentVersion: parent.version, technique: null }
}

/** How far one step of the dial goes from this setting, in index points. */
export function stepPoints(grinder: AnyGrinder, setting: number) {
  const here = indexOnDial(grinder, setting) ?? 0
  const away = [1, -1].map(steps => Math.abs((indexOnDial(grinder, stepFrom(grinder, setting, steps)) ?? here) - here))
  return tenths(Math.max(...away))
}
