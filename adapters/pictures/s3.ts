import type { PictureFiles } from '../../core/portal/pictures.ts'
import type { PictureBucket } from '../config/picture-place.ts'
import { inStorage } from './trouble.ts'

/** A bucket on any S3-compatible service. */
export function bucketFiles(bucket: PictureBucket): PictureFiles {
  const client = new Bun.S3Client({ ...bucket })
  const file = (key: string, width: number) => client.file(`pictures/${key}/${width}.webp`)
  return {
    write: (key, width, bytes) =>
      inStorage(async () => {
        await file(key, width).write(bytes, { type: 'image/webp' })
      }),
    read: (key, width) =>
      inStorage(() =>
        file(key, width)
          .bytes()
          .catch((error: { code?: string }) => {
            if (error.code === 'NoSuchKey') return undefined
            throw error
          }),
      ),
    remove: (key, widths) =>
      inStorage(async () => {
        await Promise.all(widths.map(width => file(key, width).delete()))
      }),
  }
}
