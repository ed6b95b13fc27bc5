import {
  type PortalProfiles,
  ReviseRoasterProfile,
  type RoasterProfileChanges,
  type StoredRoasterProfile,
} from '../../../core/portal/profile.ts'
import { pictureOwnedBy } from '../catalog/pictures.ts'
import { locationColumn } from '../catalog/roaster-columns.ts'
import { type Sql, transact } from '../engine/client.ts'
import { isTaken } from '../engine/faults.ts'
import { changed, schemaFields, selected } from '../queries/columns.ts'
import { lockCoffees } from '../queries/locks.ts'
import { nestedOne } from '../queries/nested.ts'

const facts = schemaFields(ReviseRoasterProfile)

export function portalProfilesIn(sql: Sql): PortalProfiles {
  const columns = sql`
    ${selected(sql, 'roasters', ['id', 'slug', 'isVerified', 'isPremium', 'createdAt', ...facts])},
    ${sql.unsafe(locationColumn)} as location,
    ${pictureOwnedBy(sql, 'roasters', 'logo')}`

  const of = (roasterId: number) =>
    nestedOne<StoredRoasterProfile>(sql`select ${columns} from roasters where id = ${roasterId}`)

  return {
    of,

    // Triggers write a new name into the text that searches for coffees look in.
    revise: async (roasterId, changes) => {
      try {
        return await transact(sql, async sql => {
          if ('name' in changes) await lockCoffees(sql, sql`roaster_id = ${roasterId}`)
          return nestedOne<StoredRoasterProfile>(sql`
            update roasters
            set ${changed<RoasterProfileChanges>(sql, 'roasters', [...facts, 'matchName'], changes)}
            where id = ${roasterId}
            returning ${columns}`)
        })
      } catch (error) {
        if (isTaken(error, 'roasters_match_name')) return 'name-taken'
        throw error
      }
    },
  }
}
