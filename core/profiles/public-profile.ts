import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { brewedStyle } from '../adaptation/styles.ts'
import { CoffeeRef } from '../coffees/ref.ts'
import { onDial, readerOf } from '../dial/reader.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { methodIds } from '../grind/methods.ts'
import { Recipe } from '../recipes/model.ts'
import { presentTo, type ReaderPorts } from '../recipes/present.ts'
import type { Recipes } from '../recipes/recipes.ts'

export const GetPublicProfile = v.object({ id: field.id, ...onDial })

const figure = v.nullable(v.number())

/** What strangers may see of a person. */
export const Privacy = v.object({
  isProfilePublic: v.pipe(field.flag, v.description('False: others get a 404.')),
  areBrewsPublic: v.pipe(field.flag, v.description('Whether the profile shows your latest brews. Default: false.')),
})
export type Privacy = v.InferOutput<typeof Privacy>
export const SetPrivacy = v.partial(Privacy)

/** What anybody may know about a person. Notes on brews are private and not shown. */
export const PublicProfile = v.object({
  user: v.object({
    id: field.id,
    displayName: v.string(),
    email: v.pipe(v.string(), v.description('Its first letter and the end of its domain: a***@***.com.')),
    memberSince: field.instant,
  }),
  stats: v.object({
    brewCount: v.number(),
    savedCount: v.number(),
    commentCount: v.number(),
  }),
  brewLogs: v.array(
    v.object({
      id: field.id,
      method: v.picklist(methodIds),
      style: brewedStyle,
      doseGrams: figure,
      waterGrams: figure,
      brewTimeSeconds: figure,
      rating: figure,
      coffee: v.nullable(CoffeeRef),
      brewedAt: field.instant,
      createdAt: field.instant,
    }),
  ),
  recipes: v.pipe(v.array(Recipe), v.description('What they published, best first.')),
  savedRecipes: v.pipe(v.array(Recipe), v.description('Only on your own profile; empty on others.')),
  comments: v.array(
    v.object({
      id: field.id,
      body: v.string(),
      createdAt: field.instant,
      recipe: v.object({ id: field.id, coffeeName: v.string(), brewMethod: v.picklist(methodIds) }),
    }),
  ),
})
export type PublicProfile = v.InferOutput<typeof PublicProfile>

type StoredPublicProfile = Omit<PublicProfile, 'recipes'> & { privacy: Privacy }

export interface PublicProfiles {
  /**
   * Includes the unmasked address and, for their own profile, what only they may see: saved recipes
   * and private brews. Undefined when the account does not exist or is disabled.
   */
  publicProfile: (userId: number, isOwn: boolean, listLength: number) => Promise<StoredPublicProfile | undefined>
  /** Those of these people whose profiles are public. */
  publicAmong: (userIds: readonly number[]) => Promise<number[]>
  privacyOf: (userId: number) => Promise<Privacy>
  /** Undefined fields stay as they were. */
  setPrivacy: (userId: number, changes: v.InferOutput<typeof SetPrivacy>) => Promise<Privacy>
}

/** How many items of each list are shown. */
const PUBLIC_LIST_LENGTH = 20

export async function getPublicProfile(
  { id, grinder }: v.InferOutput<typeof GetPublicProfile>,
  ports: ReaderPorts & { profiles: PublicProfiles; recipes: Pick<Recipes, 'best'> },
  person: Person | undefined,
) {
  const isOwn = person?.id === id
  const [reader, profile, recipes] = await Promise.all([
    readerOf(grinder, ports, person),
    ports.profiles.publicProfile(id, isOwn, PUBLIC_LIST_LENGTH),
    ports.recipes.best({ authorId: id }, PUBLIC_LIST_LENGTH),
  ])
  if (!profile || !(isOwn || profile.privacy.isProfilePublic))
    throw new Fault('not-found', `There is no public profile ${id}.`)
  const { privacy: _, ...shown } = profile
  const presented = await presentTo(reader, [...recipes, ...profile.savedRecipes], ports)
  return {
    ...shown,
    user: { ...profile.user, email: maskedEmail(profile.user.email) },
    recipes: presented.slice(0, recipes.length),
    savedRecipes: presented.slice(recipes.length),
  }
}

/** Enough to recognize one's own address, too little to write to it: a***@***.com. */
export function maskedEmail(email: string) {
  const [first = ''] = email
  const end = email.slice(email.lastIndexOf('@') + 1)
  const dot = end.lastIndexOf('.')
  return `${first}***@***${dot === -1 ? '' : end.slice(dot)}`
}
