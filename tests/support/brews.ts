import type { Someone, TestWorld } from './world.ts'

/** Logs brews, ten minutes apart. */
export function brewLogsIn(worldNow: () => TestWorld) {
  const log = async (as: Someone, body: object = {}) => {
    const answer = await worldNow().call('POST /api/brew-logs', { as, body: { method: 'v60', ...body } })
    worldNow().clock.advance({ minutes: 10 })
    return answer
  }
  const logged = async (as: Someone, body: object = {}) => (await log(as, body)).body.brewLog
  const get = async (as: Someone, id: number) =>
    (await worldNow().call(`GET /api/brew-logs/${id}`, { as })).body.brewLog
  return { log, logged, get }
}
