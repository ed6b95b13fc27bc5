import * as field from '../../../core/fields.ts'
import { checkHealth, Health } from '../../../core/health/health.ts'
import { endpoint } from '../endpoint.ts'

export const health = [
  endpoint({
    route: 'GET /api/health',
    summary: 'Whether the service and its database are well',
    description:
      'For load balancers and monitors: the database must answer within two seconds and no migration be missing. Slow answers count as degraded.',
    access: 'public',
    input: field.nothing,
    reply: Health,
    statusOf: ({ status }) => (status === 'unhealthy' ? 503 : 200),
    otherStatus: 503,
    run: checkHealth,
  }),
]
