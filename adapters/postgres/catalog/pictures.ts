import { HOUR_MS } from '../../../core/dates.ts'
import type { PictureFiles, PictureOwner, Pictures } from '../../../core/portal/pictures.ts'
import type { Site } from '../../../core/site.ts'
import { readRecently } from '../../pictures/recent.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'

/** An incomplete upload of this age was given up. */
const HALF_DONE_MS = HOUR_MS
/** Per sweep, because files outside the database are deleted one by one. */
const MOST_SWEPT = 100

/** `elsewhere` stores new pictures outside the database; older ones are still read from it. */
export function picturesIn(sql: Sql, elsewhere: PictureFiles | undefined, { paths }: Pick<Site, 'paths'>): Pictures {
  const here = filesIn(sql)
  const files = elsewhere ?? here
  const read = readRecently(
    async (key, width) => (await files.read(key, width)) ?? (elsewhere && (await here.read(key, width))),
  )

  const sweep = async (now: Date) => {
    const unowned = await sql<{ key: string; widths: number[] }[]>`
      select key, array(select (size ->> 'width')::int from jsonb_array_elements(sizes) size) as widths
      from pictures
      where coffee_id is null
        and logo_roaster_id is null
        and bag_id is null
        and (is_whole or created_at < ${new Date(now.getTime() - HALF_DONE_MS)})
      limit ${MOST_SWEPT}`
    const swept = await Promise.allSettled(
      unowned.map(async ({ key, widths }) => {
        // Bytes first: if that fails, the row is still there for the next sweep.
        await files.remove(key, widths)
        await sql`delete from pictures where key = ${key}`
      }),
    )
    for (const one of swept) if (one.status === 'rejected') throw one.reason
  }

  return {
    hasOwner: async owner => (await sql`select from ${ownerRow(sql, owner)}`).length > 0,

    besides: async owner => {
      const [row] =
        'bagId' in owner
          ? await sql<{ others: number }[]>`
        select count(*) as others
        from bags
        join pictures on pictures.bag_id = bags.id
        where bags.user_id = ${owner.userId}
          and bags.id <> ${owner.bagId}`
          : await sql<{ others: number }[]>`
        select count(*) as others
        from coffees
        join pictures on pictures.coffee_id = coffees.id
        where coffees.roaster_id = ${owner.roasterId}
          and coffees.id is distinct from ${owner.coffeeId ?? null}`
      return row?.others ?? 0
    },

    keep: async (owner, { hash, files: made }, now) => {
      const key = crypto.randomUUID()
      const bagId = 'bagId' in owner ? owner.bagId : undefined
      const pathOf = (width: number) =>
        bagId === undefined ? paths.picture(hash, width) : paths.bagPicture(bagId, hash, width)
      const sizes = made.map(({ width, height }) => ({ path: pathOf(width), width, height }))
      await sql`
        insert into pictures (key, hash, sizes, is_private, created_at)
        values (${key}, ${hash}, ${sql.json(sizes)}, ${bagId !== undefined}, ${now})`
      for (const { width, bytes } of made) await files.write(key, width, bytes)
      return transact(sql, async sql => {
        // Two pictures for one owner take turns.
        const [found] = await sql`select from ${ownerRow(sql, owner)} for no key update`
        if (!found) return
        await disown(sql, owner)
        await sql`
          update pictures
          set coffee_id = ${'coffeeId' in owner ? (owner.coffeeId ?? null) : null},
              logo_roaster_id = ${'bagId' in owner || owner.coffeeId !== undefined ? null : owner.roasterId},
              bag_id = ${bagId ?? null},
              is_whole = true
          where key = ${key}`
        return { sizes }
      })
    },

    remove: async owner => {
      await disown(sql, owner)
    },

    file: async (hash, width) => {
      const [row] = await sql<{ key: string }[]>`
        select key
        from pictures
        where hash = ${hash}
          and is_whole
          and not is_private
        order by coalesce(coffee_id, logo_roaster_id) is null
        limit 1`
      if (!row) return
      return read(row.key, width)
    },

    fileOfBag: async (userId, bagId, hash, width) => {
      const [row] = await sql<{ key: string }[]>`
        select pictures.key
        from pictures
        join bags on bags.id = pictures.bag_id
        where bags.user_id = ${userId}
          and bags.id = ${bagId}
          and pictures.hash = ${hash}`
      return row && read(row.key, width)
    },

    sweep,
  }
}

const ownerColumns = { coffees: 'coffee_id', roasters: 'logo_roaster_id', bags: 'bag_id' } as const
type PictureOwners = keyof typeof ownerColumns

/** For queries over `coffees`, `roasters` or `bags`: the picture as a part (nested.ts), or null. */
export const pictureOwnedBy = (sql: Sql | Transaction, owner: PictureOwners, name: string) =>
  sql.unsafe(`${pictureSizes(owner)} as "${name}.sizes"`)

export const pictureSizes = (owner: PictureOwners) =>
  `(select sizes from pictures where ${ownerColumns[owner]} = ${owner}.id)`

/** Stores pictures in the database. */
const filesIn = (sql: Sql): PictureFiles => ({
  write: async (key, width, bytes) => {
    await sql`
      insert into picture_files (key, width, bytes)
      values (${key}, ${width}, ${Buffer.from(bytes)})`
  },
  read: async (key, width) => {
    const [row] = await sql<{ bytes: Uint8Array<ArrayBuffer> }[]>`
      select bytes
      from picture_files
      where key = ${key}
        and width = ${width}`
    return row?.bytes
  },
  // The foreign key deletes the bytes with their picture.
  remove: async () => {},
})

/** Sets its owner to null, whichever it is. */
const disown = (sql: Sql | Transaction, owner: PictureOwner) => sql`
  update pictures
  set coffee_id = null,
      logo_roaster_id = null,
      bag_id = null
  where ${
    'bagId' in owner
      ? sql`bag_id = ${owner.bagId}`
      : owner.coffeeId === undefined
        ? sql`logo_roaster_id = ${owner.roasterId}`
        : sql`coffee_id = ${owner.coffeeId}`
  }`

/** `coffees where …`, to find or lock the owner. */
function ownerRow(sql: Sql | Transaction, owner: PictureOwner) {
  if ('bagId' in owner) return sql`bags where id = ${owner.bagId} and user_id = ${owner.userId}`
  const { roasterId, coffeeId } = owner
  return coffeeId === undefined
    ? sql`roasters where id = ${roasterId}`
    : sql`coffees where id = ${coffeeId} and roaster_id = ${roasterId}`
}
