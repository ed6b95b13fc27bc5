import * as v from 'valibot'
import { Analytics, GetAnalytics, getAnalytics } from '../../../core/portal/analytics.ts'
import { GetAnalyticsCsv, getAnalyticsCsv } from '../../../core/portal/analytics-csv.ts'
import { endpoint } from '../endpoint.ts'

export const portalAnalytics = [
  endpoint({
    route: 'GET /api/roaster-portal/analytics',
    summary:
      'Page views, impressions, clicks, method switches, grinder choices and scans: by day, coffee, method, referring host, place and grinder',
    description: 'Default: the last 30 days; at most 366. Nobody is tracked from one day to the next.',
    access: 'roaster',
    scope: 'roaster',
    input: GetAnalytics,
    example: { tz: 'Europe/Berlin' },
    reply: Analytics,
    run: getAnalytics,
  }),
  endpoint({
    route: 'GET /api/roaster-portal/analytics.csv',
    summary: 'The same figures as one table, for a spreadsheet',
    description: 'A file to save, with a line for each figure.',
    access: 'roaster',
    scope: 'roaster',
    input: GetAnalyticsCsv,
    example: { tz: 'Europe/Berlin' },
    reply: v.string(),
    file: { media: 'text/csv', name: 'analytics.csv' },
    run: getAnalyticsCsv,
  }),
]
