import { ConfigError } from './config-error.ts'
import { type Env, variableIn } from './env.ts'

/** Who may read the metrics, and where. */
export interface MetricsPlace {
  /** A separate listener; undefined means /metrics on the main one. */
  listener: { host: string; port: number } | undefined
  /**
   * The token that requests must carry; undefined means that anyone who can reach the listener may
   * read.
   */
  token: string | undefined
}

export function metricsPlaceIn(env: Env, servicePort: number): MetricsPlace | undefined {
  const port = variableIn(env, 'METRICS_PORT')
  const host = variableIn(env, 'METRICS_HOST')
  const token = variableIn(env, 'METRICS_TOKEN')
  if (host !== undefined && port === undefined)
    throw new ConfigError('METRICS_HOST needs METRICS_PORT: say which port serves the metrics.')
  // 0 means any free port, so two zeros do not clash.
  if (port !== undefined && port !== 0 && port === servicePort)
    throw new ConfigError('METRICS_PORT must differ from PORT. To serve /metrics on PORT, set only METRICS_TOKEN.')
  if (port === undefined && token === undefined) return undefined
  return { listener: port === undefined ? undefined : { host: host ?? '127.0.0.1', port }, token }
}
