import * as field from '../../../core/fields.ts'
import { checkHealth, checkLive, checkReady, Health, Live, Ready } from '../../../core/health/health.ts'
import { endpoint } from '../endpoint.ts'

export const health = [
  endpoint({
    route: 'GET /api/health',
    summary: 'Health of the service and its database',
    description:
      'For load balancers and monitors: the database must respond within two seconds, with no migration missing. Slow answers count as degraded.',
    access: 'public',
    input: field.nothing,
    reply: Health,
    statusOf: ({ status }) => (status === 'unhealthy' ? 503 : 200),
    otherStatus: 503,
    run: checkHealth,
  }),
  endpoint({
    route: 'GET /api/health/live',
    summary: 'Liveness: whether the process responds',
    description: 'For supervisors that restart a hung process. Checks nothing else.',
    access: 'public',
    cache: { control: 'no-store' },
    input: field.nothing,
    reply: Live,
    run: checkLive,
  }),
  endpoint({
    route: 'GET /api/health/ready',
    summary: 'Whether requests should come to this instance',
    description:
      'For load balancers: 503 with the reason if the database doesn’t respond or is missing a migration, a disk is full, or the instance is shutting down. Instances that report the same `database` share one.',
    access: 'public',
    cache: { control: 'no-store' },
    input: field.nothing,
    reply: Ready,
    statusOf: ({ status }) => (status === 'ready' ? 200 : 503),
    otherStatus: 503,
    run: checkReady,
  }),
]
