import postgres from 'postgres'
import type { PortalProfiles, StoredProfile } from '../../core/portal/profile.ts'
import type { Sql } from './client.ts'

export function portalProfilesIn(sql: Sql): PortalProfiles {
  const columns = sql`
    id,
    name,
    slug,
    description,
    tagline,
    style,
    city,
    state,
    country,
    nullif(concat_ws(', ', city, state, country), '') as location,
    website_url,
    instagram_handle,
    contact_email,
    logo_url,
    cover_image_url,
    is_verified,
    is_premium,
    created_at`

  const of = async (roasterId: number) => {
    const [row] = await sql<StoredProfile[]>`select ${columns} from roasters where id = ${roasterId}`
    return row
  }

  return {
    of,

    // One statement: triggers carry a new name to what coffees are searched by.
    revise: async (roasterId, changes) => {
      if (Object.keys(changes).length === 0) return of(roasterId)
      try {
        const [row] = await sql<StoredProfile[]>`
          update roasters
          set ${sql(changes)}
          where id = ${roasterId}
          returning ${columns}`
        return row
      } catch (error) {
        if (isTaken(error, 'roasters_match_name')) return 'name-taken'
        throw error
      }
    },
  }
}

/** Whether a unique index has refused a row. */
export const isTaken = (error: unknown, index: string) =>
  error instanceof postgres.PostgresError && error.code === '23505' && error.constraint_name === index
