import { expect } from 'bun:test'
import type { TestWorld } from './world.ts'

export const zones = ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland']

const counted = ['pageViews', 'impressions', 'clicks', 'methodSwitches', 'grinderChoices', 'scans'] as const
export type ReportFigures = Record<(typeof counted)[number] | 'uniqueVisitors', number>

const sumsOf = (rows: ReportFigures[]) =>
  Object.fromEntries(counted.map(figure => [figure, rows.reduce((sum, row) => sum + row[figure], 0)]))

/** Whatever happened, the parts add up to the total, and there are no visitors who saw nothing. */
export async function addsUp(world: TestWorld, as: { token: string }, query: string) {
  await world.ports.events.flush()
  const { status, body } = await world.call(`GET /api/roaster-portal/analytics?${query}`, { as })
  expect([query, status]).toEqual([query, 200])
  const whole = sumsOf([body.totals])
  for (const parts of ['byDay', 'byCoffee', 'byMethod', 'byHost', 'byPlace'])
    expect([query, parts, sumsOf(body[parts])]).toEqual([query, parts, whole])
  const withGrinder = sumsOf(body.byGrinder)
  for (const figure of counted) expect(withGrinder[figure]).toBeLessThanOrEqual(whole[figure] ?? 0)
  expect(withGrinder.grinderChoices).toBe(whole.grinderChoices)
  for (const { totals } of [body, body.previous])
    expect(totals.uniqueVisitors).toBeLessThanOrEqual(totals.pageViews + totals.impressions)
  expect(sumsOf(body.previous.byDay)).toEqual(sumsOf([body.previous.totals]))
  const places: Record<string, ReportFigures> = Object.fromEntries(
    body.byPlace.map((row: ReportFigures & { place: string }) => [row.place, row]),
  )
  expect([places.widget?.impressions ?? 0, places.page?.pageViews ?? 0, places.bag?.scans ?? 0]).toEqual([
    body.totals.impressions,
    body.totals.pageViews,
    body.totals.scans,
  ])
  return body
}
