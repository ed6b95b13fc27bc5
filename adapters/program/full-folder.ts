import { statfs } from 'node:fs/promises'
import type { Config } from '../config/config.ts'

/** Disks are asked in threads that passwords are hashed in, too: who waits there for longer learns nothing. */
const ANSWER_WITHIN_MS = 500
/** With less than this, hardly any picture, mail or page of the database fits. */
const LEAST_BYTES = 1024 * 1024

/** Which of the folders that the service writes to has no room left; one that is not made yet is not asked. */
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
