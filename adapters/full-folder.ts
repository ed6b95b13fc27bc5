import { statfs } from 'node:fs/promises'
import type { Config } from './config.ts'

/** With less than this, hardly any picture, mail or page of the database fits. */
const LEAST_BYTES = 1024 * 1024

/** Which of the folders that the service writes to has no room left; one that is not made yet is not asked. */
export async function fullFolder({ dataDir, pictures }: Pick<Config, 'dataDir' | 'pictures'>) {
  if (await isFull(dataDir)) return 'the disk of DATA_DIR'
  return pictures && 'folder' in pictures && (await isFull(pictures.folder)) ? 'the disk of PICTURES_DIR' : undefined
}

const isFull = (folder: string) =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize < LEAST_BYTES,
    () => false,
  )
