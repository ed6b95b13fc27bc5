import type { judgementOf } from '../../../core/brews/said.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import type { CurveRevision, Learning, RightBrew } from '../../../core/learning/learning.ts'
import { type Sql, transact } from '../engine/client.ts'
import { first } from '../queries/rows.ts'
import type { HeldEquipment } from './equipment.ts'
import { grindReadingsIn, wasRight } from './grind-readings.ts'

const LATEST_BREWS = 10

export function learningIn(sql: Sql, equipment: HeldEquipment): Learning {
  return {
    readings: grinders =>
      grindReadingsIn(
        sql,
        grinders.map(({ id }) => id),
        equipment,
      ),

    // A record that was learned is only ever there after one that was not.
    published: async ({ id, ...record }) => {
      if (!record.learned) return record
      const row = await first(sql<{ before: Grinder }[]>`
        select before
        from grinder_revisions
        where grinder_id = ${id}
          and not before ? 'learned'
        order by id desc
        limit 1`)
      return row?.before ?? record
    },

    recipesOn: async grinderId => {
      const row = await first(sql<{ recipes: number }[]>`
        select count(*) as recipes
        from recipes
        where grinder_id = ${grinderId}
          and not author_calibrated
          and roaster_recipe_id is null`)
      return row?.recipes ?? 0
    },

    rightBrew: async (userId, grinderId) => {
      const brews = await sql<(RightBrew & Parameters<typeof judgementOf>[0])[]>`
        select method, grind_setting, outcome, rating, taste_profile, extraction_feedback
        from newest_brew_ids(${userId}, ${LATEST_BREWS}) newest (id)
        join brew_logs on brew_logs.id = newest.id
        where grinder_id = ${grinderId}
          and grind_setting is not null
          and method <> 'turkish'
          and not exists (
            select
            from grind_feedback
            where grind_feedback.user_id = ${userId}
              and grind_feedback.grinder_id = ${grinderId}
              and grind_feedback.created_at >= brew_logs.created_at
          )
        order by brew_logs.brewed_at desc, brew_logs.id desc`
      return brews.find(wasRight)
    },

    apply: ({ grinderId, before, after, people, spread, by, now }) =>
      transact(sql, async sql => {
        const held = await first(sql<{ record: Grinder }[]>`
          select record
          from grinders
          where id = ${grinderId}
            and record = ${sql.json(before as never)}
          for no key update`)
        if (!held) return
        const revision = await first(sql<{ id: number }[]>`
          insert into grinder_revisions (grinder_id, before, after, people, spread, applied_at, applied_by)
          select id, record, ${sql.json(after as never)}, ${people}, ${spread}, ${now}, ${by}
          from grinders
          where id = ${grinderId}
          returning id`)
        await sql`
          update grinders
          set record = ${sql.json(after as never)}
          where id = ${grinderId}`
        return revision?.id
      }),

    revisions: grinderId => sql<CurveRevision[]>`
      select grinder_revisions.id, slug, people, spread, applied_at, applied_by, reverted_at, reverted_by, before, after
      from grinder_revisions
      join grinders on grinders.id = grinder_id
      where ${grinderId === undefined ? sql`true` : sql`grinder_id = ${grinderId}`}
      order by grinder_revisions.id desc`,

    revert: (id, by, now) =>
      transact(sql, async sql => {
        const restored = await first(sql<{ grinderId: number }[]>`
          update grinders
          set record = before
          from grinder_revisions
          where grinder_revisions.id = ${id}
            and reverted_at is null
            and grinders.id = grinder_id
            and record = after
          returning grinder_id`)
        if (!restored) return
        await sql`
          update grinder_revisions
          set reverted_at = ${now},
              reverted_by = ${by},
              settled_at = null
          where id = ${id}`
        // A release may have brought a newer curve meanwhile: the next start compares them again.
        await sql`delete from catalog_seeded`
        return restored
      }),
  }
}
