import type { Roaster } from '../../../core/coffees/roaster.ts'
import { searchWords } from '../../../core/coffees/search.ts'
import type { Following, RoasterDetail } from '../../../core/roasters/model.ts'
import type { Roasters } from '../../../core/roasters/roasters.ts'
import { similarWords } from '../catalog/coffee-search.ts'
import type { HeldEquipment } from '../catalog/equipment.ts'
import { literally } from '../catalog/naming.ts'
import { roasterInList } from '../catalog/roaster-columns.ts'
import type { Sql } from '../engine/client.ts'
import { nested, nestedOne } from '../queries/nested.ts'
import { type Cursors, type KeyedRow, rowOf } from '../queries/page.ts'
import { literalLimit, roomFor } from '../queries/planner.ts'
import { first } from '../queries/rows.ts'
import { recipeInList } from '../recipes/recipe-columns.ts'

/**
 * With more matches than this, a page is found faster by reading names in order than through the
 * index of letters, which would return every match. The planner cannot know that, because it does
 * not see the search. It assumes that a `case` is true for half of the rows.
 */
const MANY = 100

/** Whether a search is long enough to look for similar names. */
const isSpelt = (search: string) => search.length > 3

/**
 * A name matches if it contains the letters anywhere. A single letter, which most names contain,
 * must begin a word. The search is folded in a subquery, once: written plainly, it would be folded
 * again for every row.
 */
const called = (sql: Sql, search: string) => sql`(
  ${search.length === 1 ? sql`' ' || folded_name like (select '% ' || fold(${literally(search)}) || '%')` : sql`folded_name like (select '%' || fold(${literally(search)}) || '%')`}
  ${isSpelt(search) ? sql`or (select fold(${search})) <% folded_name` : sql``}
)`

/** The words as coffees spell them; undefined if none is similar to one of theirs. */
async function spelledLike(sql: Sql, words: string[]) {
  const similar = await similarWords(sql, words)
  if (similar.every(([closest]) => closest === undefined)) return
  return words.map((word, at) => similar[at]?.[0]?.word ?? word).join(' ')
}

export function roastersIn(sql: Sql, cursors: Cursors, equipment: HeldEquipment): Roasters {
  const detail = sql`
    ${roasterInList(sql)},
    roasters.style,
    roasters.website_url as website,
    roasters.recipe_count,
    roasters.follower_count`
  const recipe = recipeInList(sql, equipment)

  const following = (slug: string, userId: number | undefined) =>
    first(sql<Following[]>`
      select follower_count,
             exists (
               select
               from roaster_follows
               where roaster_id = roasters.id
                 and user_id = ${userId ?? null}
             ) as is_following
      from roasters
      where slug = ${slug}`)

  return {
    list: async ({ search, page: asked, limit, cursor }) => {
      const list = `roasters ${JSON.stringify({ search })}`
      // A cursor carries the number of the page it leads to.
      const last = cursors.read(list, cursor)
      const page = last ? Number(last[2]) : asked
      const found = async (search: string | undefined) => {
        const matching = search === undefined ? sql`true` : called(sql, search)
        const [row] = await sql<{ total: number }[]>`select count(*) as total from roasters where ${matching}`
        const total = row?.total ?? 0
        const rows = await nested<Roaster & KeyedRow>(sql`
          select ${roasterInList(sql)},
                 json_build_array(folded_name, id, ${page + 1}::bigint)::text as keys
          from roasters
          where ${total > MANY ? sql`case when ${matching} then true else false end` : matching}
            ${last ? sql`and (folded_name, id) > (${String(last[0])}, ${Number(last[1])})` : sql``}
          order by folded_name, id
          ${literalLimit(sql, roomFor(limit + 1))}
          offset ${last ? 0 : (page - 1) * limit}`)
        return { total, rows }
      }
      const asWritten = await found(search)
      const isInVain = asWritten.total === 0 && asWritten.rows.length === 0
      // The name of every roaster with a coffee is among the words of coffees.
      const meant =
        isInVain && search !== undefined && isSpelt(search) ? await spelledLike(sql, searchWords(search)) : undefined
      const { total, rows } = meant === undefined ? asWritten : await found(meant)
      const { data, ...rest } = cursors.page(list, rows, limit)
      return { roasters: data, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) }, ...rest }
    },

    bySlug: slug => nestedOne<RoasterDetail>(sql`select ${detail} from roasters where slug = ${slug}`),

    byWebsite: async (hosts, limit) => {
      // As in the index roasters_by_website.
      const host = sql`split_part(split_part(lower(website_url), '//', 2), '/', 1)`
      return nested<Roaster>(sql`
        select ${roasterInList(sql)}
        from roasters
        where ${host} = any(${hosts.flatMap(one => [one, `www.${one}`])}::text[])
        order by length(${host}) desc, folded_name, id
        limit ${limit}`)
    },

    // Reads the newest of each followed roaster, however many recipes these have.
    feed: async ({ userId, limit, cursor }) => {
      const list = `feed of ${userId}`
      const last = cursors.read(list, cursor)
      const rows = await recipe.read<KeyedRow>(sql`
        with newest as (
          select latest.id
          from roaster_follows
          cross join lateral (
            select id, created_at
            from recipes
            where roaster_id = roaster_follows.roaster_id
              and is_listed
              ${last ? sql`and (created_at, id) < ${rowOf(sql, last)}` : sql``}
            order by created_at desc, id desc
            ${literalLimit(sql, roomFor(limit + 1))}
          ) latest
          where roaster_follows.user_id = ${userId}
          order by latest.created_at desc, latest.id desc
          ${literalLimit(sql, roomFor(limit + 1))}
        )
        select ${recipe.columns},
               json_build_array(recipes.created_at, recipes.id)::text as keys
        from newest
        join recipes on recipes.id = newest.id ${recipe.joins}
        order by recipes.created_at desc, recipes.id desc`)
      return cursors.page(list, rows, limit)
    },

    following,

    follow: async (slug, userId, now) => {
      await sql`
        insert into roaster_follows (roaster_id, user_id, created_at)
        select id, ${userId}, ${now}
        from roasters
        where slug = ${slug}
        on conflict do nothing`
      return following(slug, userId)
    },

    unfollow: async (slug, userId) => {
      await sql`
        delete from roaster_follows
        using roasters
        where roasters.id = roaster_follows.roaster_id
          and roasters.slug = ${slug}
          and user_id = ${userId}`
      return following(slug, userId)
    },

    knows: async ({ roasterId, coffeeId }) => {
      const [found] = await sql<{ roaster: boolean; coffee: boolean }[]>`
        select exists (select from roasters where id = ${roasterId}) as roaster,
               ${coffeeId ?? null}::int is null or exists (
                 select
                 from coffees
                 where id = ${coffeeId ?? null}
                   and roaster_id = ${roasterId}
               ) as coffee`
      return found as { roaster: boolean; coffee: boolean }
    },

    setVerified: (slug, isVerified) =>
      nestedOne<RoasterDetail>(sql`
        update roasters
        set is_verified = ${isVerified}
        where slug = ${slug}
        returning ${detail}`),

    setPremium: (slug, isPremium) =>
      nestedOne<RoasterDetail>(sql`
        update roasters
        set is_premium = ${isPremium}
        where slug = ${slug}
        returning ${detail}`),
  }
}
