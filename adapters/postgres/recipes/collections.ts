import { type NamedUser, presentPerson } from '../../../core/accounts/model.ts'
import type {
  Collection,
  CollectionItem,
  Collections,
  SharedCollection,
} from '../../../core/collections/collections.ts'
import type { HeldEquipment } from '../catalog/equipment.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { changed, nameColumns } from '../queries/columns.ts'
import { nested, nestedOne, part } from '../queries/nested.ts'
import { literalLimit } from '../queries/planner.ts'
import { affectsAny, findsAny } from '../queries/rows.ts'
import { recipeInDetail } from './recipe-columns.ts'

export function collectionsIn(sql: Sql, equipment: HeldEquipment): Collections {
  const facts = sql`
    collections.id,
    collections.name,
    collections.description,
    collections.created_at,
    (
      select count(*)
      from collection_items
      join recipes on recipes.id = collection_items.recipe_id
      where collection_items.collection_id = collections.id
        and recipes.hidden_at is null
    ) as "_count.items"`
  const collection = sql`${facts}, collections.share_id`
  const recipe = recipeInDetail(sql, equipment)

  const itemsOf = async (
    sql: Sql | Transaction,
    collectionId: number,
    limit: number,
    recipeId: number | null = null,
  ) => {
    const recipes = await recipe.read<{ addedAt: string }>(sql`
      select ${recipe.columns}, collection_items.created_at as added_at
      from collection_items
      join recipes on recipes.id = collection_items.recipe_id
      ${recipe.joins}
      where collection_items.collection_id = ${collectionId}
        and recipes.hidden_at is null
        and (${recipeId}::int is null or recipes.id = ${recipeId})
      order by collection_items.created_at desc, collection_items.recipe_id desc
      ${literalLimit(sql, limit)}`)
    return recipes.map(
      ({ addedAt, ...recipe }): CollectionItem => ({ recipeId: recipe.id, createdAt: addedAt, recipe }),
    )
  }

  return {
    list: (userId, limit) =>
      nested<Collection>(sql`
      select ${collection}
      from collections
      where user_id = ${userId}
      order by created_at desc, id desc
      ${literalLimit(sql, limit)}`),

    create: async (userId, { name, description }, now) => {
      const row = await nestedOne<Collection>(sql`
        insert into collections (user_id, name, description, created_at)
        values (${userId}, ${name}, ${description ?? null}, ${now})
        returning ${collection}`)
      return row as Collection
    },

    byId: async (userId, id, itemLimit) => {
      const row = await nestedOne<Collection>(sql`
        select ${collection}
        from collections
        where id = ${id}
          and user_id = ${userId}`)
      return row && { ...row, items: await itemsOf(sql, id, itemLimit) }
    },

    shared: async (shareId, itemLimit) => {
      const row = await nestedOne<Omit<SharedCollection, 'items' | 'owner'> & { owner: NamedUser }>(sql`
        select ${facts},
               ${part(sql, 'users', 'owner', nameColumns)}
        from collections
        join users on users.id = collections.user_id
        where collections.share_id = ${shareId}
          and users.disabled_at is null`)
      return row && { ...row, owner: presentPerson(row.owner), items: await itemsOf(sql, row.id, itemLimit) }
    },

    // If two requests share it at once, the second waits and gets the id of the first.
    share: async (userId, id, newShareId) => {
      const [row] = await sql<{ shareId: string }[]>`
        update collections
        set share_id = coalesce(share_id, ${newShareId})
        where id = ${id}
          and user_id = ${userId}
        returning share_id`
      return row?.shareId
    },

    unshare: (userId, id) =>
      affectsAny(sql`
        update collections
        set share_id = null
        where id = ${id}
          and user_id = ${userId}`),

    change: (userId, { id, ...changes }) =>
      nestedOne<Collection>(sql`
        update collections
        set ${changed(sql, 'collections', ['name', 'description'], changes)}
        where id = ${id}
          and user_id = ${userId}
        returning ${collection}`),

    remove: (userId, id) => affectsAny(sql`delete from collections where id = ${id} and user_id = ${userId}`),

    addItem: (userId, { id, recipeId }, now) =>
      transact(sql, async sql => {
        const [found] = await sql<{ recipeExists: boolean }[]>`
          select exists (select from recipes where id = ${recipeId} and hidden_at is null) as recipe_exists
          from collections
          where id = ${id}
            and user_id = ${userId}
          for key share`
        if (!found) return 'no-collection'
        if (!found.recipeExists) return 'no-recipe'
        const { count } = await sql`
          insert into collection_items (collection_id, recipe_id, created_at)
          values (${id}, ${recipeId}, ${now})
          on conflict do nothing`
        if (count === 0) return 'there-already'
        const [item] = await itemsOf(sql, id, 1, recipeId)
        return item ?? 'no-recipe'
      }),

    removeItem: (userId, { id, recipeId }) =>
      findsAny(sql`
        with mine as (
          select id
          from collections
          where id = ${id}
            and user_id = ${userId}
        ), gone as (
          delete from collection_items
          using mine
          where collection_items.collection_id = mine.id
            and collection_items.recipe_id = ${recipeId}
        )
        select id
        from mine`),
  }
}
