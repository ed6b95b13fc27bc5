import type { OpinionOfTechnique, TalkOfTechnique, TechniqueTalk } from '../../../core/techniques/talk.ts'
import type { Sql } from '../engine/client.ts'
import { nestedOne } from '../queries/nested.ts'

export const techniqueTalkIn = (sql: Sql): TechniqueTalk => ({
  vote: async ({ technique, userId, vote, now }) => {
    await sql`
      insert into technique_votes (technique, user_id, vote, created_at)
      values (${technique}, ${userId}, ${vote}, ${now})
      on conflict (technique, user_id) do update
      set vote = excluded.vote,
          created_at = excluded.created_at
      where technique_votes.vote <> excluded.vote`
  },

  withdraw: async (technique, userId) => {
    await sql`delete from technique_votes where technique = ${technique} and user_id = ${userId}`
  },

  opinions: async () => {
    const rows = await sql<(OpinionOfTechnique & { technique: string })[]>`
      select technique, upvotes, downvotes,
             round(rating_sum::numeric / nullif(rating_count, 0), 2)::float8 as avg_rating,
             rating_count
      from technique_counts`
    return new Map(rows.map(({ technique, ...opinion }) => [technique, opinion]))
  },

  rate: async ({ technique, userId, rating, now }) => {
    await sql`
      insert into technique_ratings (technique, user_id, rating, created_at)
      values (${technique}, ${userId}, ${rating}, ${now})
      on conflict (technique, user_id) do update
      set rating = excluded.rating`
  },

  of: async (technique, userId) => {
    const row = await nestedOne<TalkOfTechnique & { stars: number | null }>(sql`
      select voted.*, given.*, brewed.*,
             (select vote from technique_votes where technique = ${technique} and user_id = ${userId ?? null}) as vote,
             (select rating from technique_ratings where technique = ${technique} and user_id = ${userId ?? null}) as stars
      from (
        select coalesce(sum(upvotes), 0)::int as upvotes, coalesce(sum(downvotes), 0)::int as downvotes
        from technique_counts
        where technique = ${technique}
      ) voted
      cross join (
        select count(*)::int as "rating.count",
               round(avg(rating), 2)::float8 as "rating.avg",
               (count(*) filter (where rating = 1))::int as "rating.distribution.1",
               (count(*) filter (where rating = 2))::int as "rating.distribution.2",
               (count(*) filter (where rating = 3))::int as "rating.distribution.3",
               (count(*) filter (where rating = 4))::int as "rating.distribution.4",
               (count(*) filter (where rating = 5))::int as "rating.distribution.5"
        from technique_ratings
        where technique = ${technique}
      ) given
      cross join (
        select count(*)::int as brew_count
        from brew_logs
        where technique = ${technique}
      ) brewed`)
    if (!row) throw new Error('Counts are always there.')
    const { stars, rating, ...talk } = row
    return { ...talk, rating: { ...rating, userRating: stars === null ? null : { rating: stars, notes: null } } }
  },
})
