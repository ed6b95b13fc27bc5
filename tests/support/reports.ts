import type { Someone, TestWorld } from './world.ts'

/** Helpers to publish something and to report it: a recipe or, as `3/comments/7`, a comment. */
export const complaining = (world: () => TestWorld) => ({
  report: (path: string, as?: Someone, { from, ...body }: Record<string, string> = {}) =>
    world().call(`POST /api/recipes/${path}/report`, { as, from, body: { reason: 'spam', ...body } }),

  comment: async (by: Someone, on: number, body = 'Buy my beans'): Promise<number> => {
    const { body: reply } = await world().call(`POST /api/recipes/${on}/comments`, { as: by, body: { body } })
    return reply.comment.id
  },
})
