import type { Members, Membership } from '../../core/portal/members.ts'
import type { Sql } from './client.ts'

export const membersIn = (sql: Sql): Members => ({
  of: userId => sql<Membership[]>`
    select roasters.id as roaster_id, roasters.name as roaster_name, roasters.slug as roaster_slug, roaster_members.role
    from roaster_members
    join roasters on roasters.id = roaster_members.roaster_id
    where roaster_members.user_id = ${userId}
    order by roaster_members.created_at, roaster_members.roaster_id`,
})
