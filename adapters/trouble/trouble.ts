import { Fault } from '../../core/errors.ts'
import { ConfigError } from '../config/config-error.ts'
import { placeFault, storeFault } from '../postgres/engine/faults.ts'
import { MigrationError } from '../postgres/engine/migrate.ts'
import { fileTrouble } from '../program/file-trouble.ts'

/**
 * What the person running a command or the service can do about an error; undefined if it is a bug
 * of ours.
 */
export function troubleOf(error: unknown, place?: string): Fault | undefined {
  if (error instanceof Fault) return error
  if (error instanceof ConfigError || error instanceof MigrationError) return new Fault('invalid', error.message)
  return fileTrouble(error, place ?? 'DATA_DIR') ?? placeFault(error, place ?? 'The database') ?? storeFault(error)
}
