import type { PictureFiles } from '../../core/portal/pictures.ts'
import type { PicturePlace } from '../config/picture-place.ts'
import { folderFiles } from './folder.ts'
import { bucketFiles } from './s3.ts'

/** The storage for picture files, if it is not the database. */
export const pictureFilesAt = (place: PicturePlace): PictureFiles | undefined =>
  place && ('folder' in place ? folderFiles(place.folder) : bucketFiles(place.bucket))
