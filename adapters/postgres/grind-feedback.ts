import type { GrindFeedback, Voice } from '../../core/grind/grind-feedback.ts'
import type { Sql } from './client.ts'

export function grindFeedbackIn(sql: Sql): GrindFeedback {
  return {
    keep: async ({ grinderId, setting, grindIndex, method, feedback, now }) => {
      await sql`
        insert into grind_feedback (grinder_id, setting, grind_index, method, feedback, created_at)
        values (${grinderId}, ${setting}, ${grindIndex}, ${method}, ${feedback}, ${now})`
    },

    voices: async () => {
      const rows = await sql<{ grinderId: number; voices: Voice[] }[]>`
        select grinder_id,
          jsonb_agg(
            jsonb_build_object(
              'setting', setting,
              'grindIndex', grind_index,
              'method', method,
              'feedback', feedback,
              'count', count
            )
          ) as voices
        from (
          select grinder_id, setting, grind_index, method, feedback, count(*)::int as count
          from grind_feedback
          group by grinder_id, setting, grind_index, method, feedback
        ) said
        group by grinder_id`
      return new Map(rows.map(({ grinderId, voices }) => [grinderId, voices]))
    },
  }
}
