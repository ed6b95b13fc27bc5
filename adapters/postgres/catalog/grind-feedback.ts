import type { GrindFeedback, SettingFeedback } from '../../../core/equipment/grind-feedback.ts'
import type { Sql } from '../engine/client.ts'
import { nested } from '../queries/nested.ts'

export function grindFeedbackIn(sql: Sql): GrindFeedback {
  return {
    keep: async ({ grinderId, setting, grindIndex, method, feedback, userId, now }) => {
      await sql`
        insert into grind_feedback (grinder_id, setting, grind_index, method, feedback, user_id, created_at)
        values (${grinderId}, ${setting}, ${grindIndex}, ${method}, ${feedback}, ${userId ?? null}, ${now})`
    },

    voices: async () => {
      const said = await nested<{ grinderId: number; voice: SettingFeedback }>(sql`
        select grinder_id,
               setting as "voice.setting",
               grind_index as "voice.grind_index",
               method as "voice.method",
               feedback as "voice.feedback",
               count(*) as "voice.count"
        from grind_feedback
        group by grinder_id, setting, grind_index, method, feedback`)
      const byGrinder = Map.groupBy(said, ({ grinderId }) => grinderId)
      return new Map([...byGrinder].map(([grinderId, said]) => [grinderId, said.map(({ voice }) => voice)]))
    },
  }
}
