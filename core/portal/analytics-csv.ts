import * as v from 'valibot'
import { BYTE_ORDER_MARK, csvLine, inertCell } from '../csv.ts'
import { fullName } from '../grind/name.ts'
import { type Analytics, type AnalyticsPorts, type EventTotals, GetAnalytics, getAnalytics } from './analytics.ts'
import type { RoasterMember } from './members.ts'

const parts = ['day', 'coffee', 'method', 'host', 'place', 'grinder'] as const

export const GetAnalyticsCsv = v.object({
  ...GetAnalytics.entries,
  by: v.optional(v.pipe(v.picklist(parts, `must be ${parts.join(', ')}`), v.description('Only these rows.'))),
})

const figureNames = [
  'pageViews',
  'impressions',
  'clicks',
  'clickRate',
  'methodSwitches',
  'grinderChoices',
  'scans',
  'uniqueVisitors',
] as const satisfies (keyof v.InferOutput<typeof EventTotals>)[]

type CsvFigures = Partial<Record<(typeof figureNames)[number], number | null>>
interface Row {
  by: 'total' | 'before' | (typeof parts)[number]
  key: string
  name: string
  counted: CsvFigures
}

/**
 * The figures as one table: a row for the total, one for the previous period, and one for each
 * part.
 */
export async function getAnalyticsCsv(
  { by, ...asked }: v.InferOutput<typeof GetAnalyticsCsv>,
  ports: AnalyticsPorts,
  member: RoasterMember,
): Promise<string> {
  const rows = tableOf(await getAnalytics(asked, ports, member))
  return `${BYTE_ORDER_MARK}${csvLine(['by', 'key', 'name', ...figureNames])}${rows
    .filter(row => by === undefined || row.by === by)
    .map(({ by, key, name, counted }) =>
      csvLine([by, inertCell(key), inertCell(name), ...figureNames.map(figure => String(counted[figure] ?? ''))]),
    )
    .join('')}`
}

function tableOf(analytics: Analytics): Row[] {
  const { from, to, totals, previous, byDay, byCoffee, byMethod, byHost, byPlace, byGrinder } = analytics
  return [
    { by: 'total', key: `${from} to ${to}`, name: '', counted: totals },
    { by: 'before', key: `${previous.from} to ${previous.to}`, name: '', counted: previous.totals },
    ...byDay.map(({ date, ...counted }) => ({ by: 'day' as const, key: date, name: '', counted })),
    ...byCoffee.map(({ coffeeId, name, slug: _, ...counted }) => ({
      by: 'coffee' as const,
      key: String(coffeeId ?? ''),
      name: name ?? '',
      counted,
    })),
    ...byMethod.map(({ method, methodName, ...counted }) => ({
      by: 'method' as const,
      key: method ?? '',
      name: methodName ?? '',
      counted,
    })),
    ...byHost.map(({ host, ...counted }) => ({ by: 'host' as const, key: host ?? '', name: '', counted })),
    ...byPlace.map(({ place, ...counted }) => ({ by: 'place' as const, key: place, name: '', counted })),
    ...byGrinder.map(({ grinder, ...counted }) => ({
      by: 'grinder' as const,
      key: grinder?.slug ?? '',
      name: grinder ? fullName(grinder) : '',
      counted,
    })),
  ]
}
