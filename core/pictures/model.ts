import * as v from 'valibot'

const PictureSize = v.object({
  path: v.pipe(v.string(), v.description('On this service. The content never changes, so you can cache it forever.')),
  width: v.number(),
  height: v.number(),
})

/** A picture as everybody sees it: WebP, upright, in up to three sizes, smallest first. */
export const Picture = v.object({ sizes: v.array(PictureSize) })
export type Picture = v.InferOutput<typeof Picture>

/** The longer side of each size, in pixels. Smaller pictures are not enlarged. */
export const PICTURE_SIDES = [400, 800, 1600] as const

/** The largest file that may be uploaded. */
export const MAX_PICTURE_BYTES = 8 * 1024 * 1024
