import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import type { TestWorld } from './world.ts'

const OPEN_FILES = '/proc/self/fd'

/** A file without a name is only visible if the system lists open files. */
export const canSeeUploads = existsSync(OPEN_FILES)

/**
 * What a service has on the disk for uploads: files in its folder, and open ones without a name.
 */
export const uploadsUnderWay = ({ config }: Pick<TestWorld, 'config'>) => [
  ...readdirSync(config.dataDir).filter(name => name.startsWith('upload-')),
  ...openFiles().filter(path => path.includes(`${config.dataDir}/upload-`)),
]

function openFiles() {
  if (!canSeeUploads) return []
  return readdirSync(OPEN_FILES).flatMap(fd => {
    try {
      return [readlinkSync(`${OPEN_FILES}/${fd}`)]
    } catch {
      // The descriptor that reads the folder itself.
      return []
    }
  })
}
