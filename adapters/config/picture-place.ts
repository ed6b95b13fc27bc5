import { resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import { type Env, originOf, variableIn, variableNames } from './env.ts'

/** A bucket, in the form that Bun's S3 client expects. */
export interface PictureBucket {
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  endpoint?: string
  region?: string
}

/** Where picture files are stored; undefined means in the database. */
export type PicturePlace = { folder: string } | { bucket: PictureBucket } | undefined

export function picturePlaceIn(env: Env): PicturePlace {
  const { PICTURES_DIR: folder, PICTURES_S3_BUCKET: bucket } = env
  const stray = variableNames.find(name => name.startsWith('PICTURES_S3_') && originOf(env, name) !== 'default')
  if (stray && !bucket)
    throw new ConfigError(`${stray} needs PICTURES_S3_BUCKET: say in which bucket pictures are kept.`)
  if (folder && bucket)
    throw new ConfigError('PICTURES_DIR and PICTURES_S3_BUCKET are two places for pictures; set one of them.')
  if (folder) return { folder: resolve(folder) }
  return bucket ? { bucket: bucketIn(env, bucket) } : undefined
}

function bucketIn(env: Env, bucket: string): PictureBucket {
  const needed = (name: 'PICTURES_S3_KEY_ID' | 'PICTURES_S3_SECRET') => {
    const value = variableIn(env, name)
    if (!value) throw new ConfigError(`${name} is missing: PICTURES_S3_BUCKET needs a key to write there.`)
    return value
  }
  const endpoint = variableIn(env, 'PICTURES_S3_ENDPOINT')
  return {
    bucket,
    accessKeyId: needed('PICTURES_S3_KEY_ID'),
    secretAccessKey: needed('PICTURES_S3_SECRET'),
    ...(endpoint && { endpoint }),
    ...(env.PICTURES_S3_REGION && { region: env.PICTURES_S3_REGION }),
  }
}
