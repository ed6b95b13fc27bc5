/** Wrong configuration stops the start with a sentence that names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
