import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Secrets } from '../accounts/secrets.ts'
import type { Clock } from '../clock.ts'
import { onDial, type Reader, readerOf } from '../dial/reader.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { RecipeDetail } from '../recipes/model.ts'
import { presentTo, type ReaderPorts } from '../recipes/present.ts'
import { recipeNotFound } from '../recipes/recipes.ts'

/**
 * Named lists of recipes. Except for `shared`, every method looks only at one person's collections.
 */
export interface Collections {
  /** Newest first. */
  list: (userId: number, limit: number) => Promise<Collection[]>
  create: (userId: number, collection: v.InferOutput<typeof CreateCollection>, now: Date) => Promise<Collection>
  /** Includes the items, last added first. Hidden recipes are left out. */
  byId: (userId: number, id: number, itemLimit: number) => Promise<CollectionWithItems | undefined>
  /** Undefined fields stay as they were. */
  change: (userId: number, changes: v.InferOutput<typeof ChangeCollection>) => Promise<Collection | undefined>
  /** Includes the items, for anybody; undefined when nothing is shared under this id. */
  shared: (shareId: string, itemLimit: number) => Promise<SharedCollection | undefined>
  /** The id under which it is shared. `newShareId` is used only the first time. */
  share: (userId: number, id: number, newShareId: string) => Promise<string | undefined>
  /** False when there is no such collection. */
  unshare: (userId: number, id: number) => Promise<boolean>
  /** False when there was none. */
  remove: (userId: number, id: number) => Promise<boolean>
  addItem: (
    userId: number,
    item: v.InferOutput<typeof CollectionItemId>,
    now: Date,
  ) => Promise<CollectionItem | 'no-collection' | 'no-recipe' | 'there-already'>
  /** False when there is no such collection. */
  removeItem: (userId: number, item: v.InferOutput<typeof CollectionItemId>) => Promise<boolean>
}

const description = v.optional(v.nullable(field.longText))
export const CreateCollection = v.object({ name: field.name, description })
export const CollectionId = v.object({ id: field.id })
export const GetCollection = v.object({ id: field.id, ...onDial })
export const ChangeCollection = v.object({ id: field.id, name: v.optional(field.name), description })
export const CollectionItemId = v.object({ id: field.id, recipeId: field.id })

export const CollectionItem = v.object({ recipeId: field.id, createdAt: field.instant, recipe: RecipeDetail })
export type CollectionItem = v.InferOutput<typeof CollectionItem>

const facts = {
  id: field.id,
  name: v.string(),
  description: v.nullable(v.string()),
  createdAt: field.instant,
  _count: v.object({ items: v.number() }),
}
const shareId = v.pipe(v.nullable(v.string()), v.description('The ID that lets anyone read it. Null: only you can.'))
export const Collection = v.object({ ...facts, shareId })
export type Collection = v.InferOutput<typeof Collection>
export const CollectionWithItems = v.object({ ...facts, shareId, items: v.array(CollectionItem) })
export type CollectionWithItems = v.InferOutput<typeof CollectionWithItems>

export const GetSharedCollection = v.object({ shareId: field.text(1, 100), ...onDial })
/** A collection as anybody with the link sees it. */
export const SharedCollection = v.object({
  ...facts,
  owner: v.object({ id: field.id, displayName: v.string() }),
  items: v.array(CollectionItem),
})
export type SharedCollection = v.InferOutput<typeof SharedCollection>

/** These lists have no pages; nobody reads more than this. */
export const COLLECTION_LIMIT = 1000
const ITEM_LIMIT = 500

interface CollectionPorts {
  collections: Collections
  clock: Clock
}

export async function getCollection(
  { id, grinder }: v.InferOutput<typeof GetCollection>,
  ports: ReaderPorts & { collections: Collections },
  person: Person,
) {
  const [reader, collection] = await Promise.all([
    readerOf(grinder, ports, person),
    ports.collections.byId(person.id, id, ITEM_LIMIT),
  ])
  if (!collection) throw notFound(id)
  return { collection: { ...collection, items: await itemsFor(reader, collection.items, ports) } }
}

async function itemsFor(reader: Reader, items: readonly CollectionItem[], ports: ReaderPorts) {
  const recipes = await presentTo(
    reader,
    items.map(({ recipe }) => recipe),
    ports,
  )
  return recipes.map((recipe, at) => ({ ...(items[at] as CollectionItem), recipe }))
}

export async function getSharedCollection(
  { shareId, grinder }: v.InferOutput<typeof GetSharedCollection>,
  ports: ReaderPorts & { collections: Collections },
  person: Person | undefined,
) {
  const [reader, collection] = await Promise.all([
    readerOf(grinder, ports, person),
    ports.collections.shared(shareId, ITEM_LIMIT),
  ])
  if (!collection) throw new Fault('not-found', 'Nothing is shared under this address.')
  return { collection: { ...collection, items: await itemsFor(reader, collection.items, ports) } }
}

/** From now on, anybody who has the id can read the collection. */
export async function shareCollection(
  { id }: v.InferOutput<typeof CollectionId>,
  { collections, secrets }: { collections: Collections; secrets: Secrets },
  person: Person,
) {
  const shareId = await collections.share(person.id, id, secrets.newShortId())
  if (shareId === undefined) throw notFound(id)
  return { shareId }
}

/** The old link stops working for good: sharing again makes a new one. */
export async function unshareCollection(
  { id }: v.InferOutput<typeof CollectionId>,
  { collections }: { collections: Collections },
  person: Person,
) {
  if (!(await collections.unshare(person.id, id))) throw notFound(id)
  return { success: true as const }
}

export async function changeCollection(
  changes: v.InferOutput<typeof ChangeCollection>,
  { collections }: CollectionPorts,
  person: Person,
) {
  const collection = await collections.change(person.id, changes)
  if (!collection) throw notFound(changes.id)
  return { collection }
}

export async function deleteCollection(
  { id }: v.InferOutput<typeof CollectionId>,
  { collections }: CollectionPorts,
  person: Person,
) {
  if (!(await collections.remove(person.id, id))) throw notFound(id)
  return { success: true as const }
}

export async function addToCollection(
  item: v.InferOutput<typeof CollectionItemId>,
  ports: ReaderPorts & CollectionPorts,
  person: Person,
) {
  const added = await ports.collections.addItem(person.id, item, ports.clock())
  if (added === 'no-collection') throw notFound(item.id)
  if (added === 'no-recipe') throw recipeNotFound(item.recipeId)
  if (added === 'there-already')
    throw new Fault('already-in-collection', `Recipe ${item.recipeId} is already in this collection.`)
  const [shown = added] = await itemsFor({ person, dial: undefined }, [added], ports)
  return { item: shown }
}

/** Removing a recipe that is not in the collection changes nothing. */
export async function removeFromCollection(
  item: v.InferOutput<typeof CollectionItemId>,
  { collections }: CollectionPorts,
  person: Person,
) {
  if (!(await collections.removeItem(person.id, item))) throw notFound(item.id)
  return { success: true as const }
}

const notFound = (id: number) => new Fault('not-found', `You have no collection ${id}.`)
