/** A configuration error: the service does not start, and the message names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
