import { statfs } from 'node:fs/promises'
import type { Config } from '../config/config.ts'

/**
 * Disk checks share their threads with password hashing, so a check may have to wait; after this
 * long, give up and assume there is room.
 */
const ANSWER_WITHIN_MS = 500
/** With less space than this, hardly any picture, mail or database page fits. */
const LEAST_BYTES = 1024 * 1024

/**
 * Which folder that the service writes to has no space left; one that does not exist yet is
 * skipped.
 */
export async function fullFolder({ dataDir, pictures }: Pick<Config, 'dataDir' | 'pictures'>) {
  if (await isFull(dataDir)) return 'the disk of DATA_DIR'
  return pictures && 'folder' in pictures && (await isFull(pictures.folder)) ? 'the disk of PICTURES_DIR' : undefined
}

function isFull(folder: string) {
  const answer = statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize < LEAST_BYTES,
    () => false,
  )
  return Promise.race([answer, Bun.sleep(ANSWER_WITHIN_MS).then(() => false)])
}
