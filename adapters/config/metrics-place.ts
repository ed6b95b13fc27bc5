import { ConfigError } from './config-error.ts'
import { type Env, variableIn } from './env.ts'

/** Who may read the metrics, and where. */
export interface MetricsPlace {
  /** A listener of their own; undefined: /metrics beside everything else. */
  listener: { host: string; port: number } | undefined
  /** What whoever asks must know; undefined: nothing, of whoever reaches the listener. */
  token: string | undefined
}

export function metricsPlaceIn(env: Env, servicePort: number): MetricsPlace | undefined {
  const port = variableIn(env, 'METRICS_PORT')
  const host = variableIn(env, 'METRICS_HOST')
  const token = variableIn(env, 'METRICS_TOKEN')
  if (host !== undefined && port === undefined)
    throw new ConfigError('METRICS_HOST needs METRICS_PORT: say on which port metrics are read.')
  // 0 is any that is free.
  if (port !== undefined && port !== 0 && port === servicePort)
    throw new ConfigError(
      'METRICS_PORT must be another than PORT; for /metrics beside everything else set METRICS_TOKEN alone.',
    )
  if (port === undefined && token === undefined) return undefined
  return { listener: port === undefined ? undefined : { host: host ?? '127.0.0.1', port }, token }
}
