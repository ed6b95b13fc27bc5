import type { Config } from '../config/config.ts'
import { bucketFiles } from '../pictures/s3.ts'
import { noAnswer } from '../trouble/reach.ts'
import { type Finding, well, wrong } from './finding.ts'

const about = 'pictures'

/**
 * Checks that a bucket for pictures can be written, read and deleted from. A folder is covered by
 * the disk check.
 */
export async function findingsOfPictures({ pictures }: Config): Promise<Finding[]> {
  if (!pictures || !('bucket' in pictures)) return []
  const { bucket } = pictures.bucket
  const files = bucketFiles(pictures.bucket)
  const key = `doctor-${crypto.randomUUID()}`
  const tried = async () => {
    await files.write(key, WIDTH, new TextEncoder().encode(key))
    await files.read(key, WIDTH).finally(() => files.remove(key, [WIDTH]))
  }
  try {
    await Promise.race([tried(), noAnswer(ANSWERS_WITHIN_MS)])
    return [well(about, `the bucket ${bucket} accepts them`)]
  } catch (error) {
    const code = String((error as { code?: unknown }).code)
    const { says, remedy } = troubles.find(({ codes }) => codes.includes(code)) ?? away
    return [wrong(about, `the bucket ${bucket} ${says} (${code})`, remedy)]
  }
}

/** Not a width of any real picture. */
const WIDTH = 1
const ANSWERS_WITHIN_MS = 15_000

const away = {
  says: 'cannot be reached',
  remedy: 'Check PICTURES_S3_ENDPOINT, PICTURES_S3_REGION and the network.',
}
const troubles = [
  {
    codes: ['AccessDenied', 'SignatureDoesNotMatch', 'InvalidAccessKeyId'],
    says: 'does not allow this key to put, get and delete',
    remedy: 'Check PICTURES_S3_KEY_ID and PICTURES_S3_SECRET, and what that key may do.',
  },
  {
    codes: ['NoSuchBucket'],
    says: 'is not there',
    remedy: 'Create it, or check PICTURES_S3_BUCKET, PICTURES_S3_ENDPOINT and PICTURES_S3_REGION.',
  },
]
