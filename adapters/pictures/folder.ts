import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureFiles } from '../../core/portal/pictures.ts'
import { inStorage } from './trouble.ts'

/**
 * A folder on a disk that all instances share. We generate the keys, so none can lead outside it.
 */
export function folderFiles(folder: string): PictureFiles {
  const place = (key: string) => join(folder, key.slice(0, 2), key)
  const file = (key: string, width: number) => join(place(key), `${width}.webp`)
  return {
    write: (key, width, bytes) =>
      inStorage(async () => {
        await mkdir(place(key), { recursive: true })
        await Bun.write(file(key, width), bytes)
      }),
    read: (key, width) =>
      inStorage(async () => {
        const found = Bun.file(file(key, width))
        return (await found.exists()) ? found.bytes() : undefined
      }),
    remove: key => inStorage(() => rm(place(key), { recursive: true, force: true })),
  }
}
