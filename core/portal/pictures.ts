import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { coffeeNotFound } from '../coffees/coffees.ts'
import { Fault } from '../errors.ts'
import { Picture } from '../pictures/model.ts'
import { refuseUnfit } from '../pictures/sniff.ts'
import type { RoasterMember } from './members.ts'

/** An uploaded picture, re-encoded in our sizes. */
export interface MadePicture {
  /** Hash of all its bytes. */
  hash: string
  /** Smallest first. */
  files: { width: number; height: number; bytes: Uint8Array }[]
}

/**
 * Decodes, rotates, resizes and re-encodes a picture, outside the request's thread and a few at a
 * time. Anything hidden in the file is dropped.
 */
export type MakePicture = (bytes: Uint8Array, roasterId: number) => Promise<MadePicture>

/** The owner of a picture, either a coffee or a roaster. Each has at most one. */
export type PictureOwner = { roasterId: number; coffeeId?: number }

export interface Pictures {
  /** Whether the roaster, or the coffee, exists. */
  hasOwner: (owner: PictureOwner) => Promise<boolean>
  /** How many pictures the roaster has for other coffees. */
  besides: (owner: PictureOwner) => Promise<number>
  /**
   * Replaces the previous picture, which then has no owner. Undefined when the owner was deleted
   * meanwhile.
   */
  keep: (owner: PictureOwner, picture: MadePicture, now: Date) => Promise<Picture | undefined>
  /** Does nothing if there is no picture. */
  remove: (owner: PictureOwner) => Promise<void>
  file: (hash: string, width: number) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /**
   * Deletes pictures without an owner: replaced, of deleted coffees, or left over from an
   * interrupted upload.
   */
  sweep: (now: Date) => Promise<void>
}

/** Stores the files, each under a name that is used only once. */
export interface PictureFiles {
  write: (key: string, width: number, bytes: Uint8Array) => Promise<void>
  read: (key: string, width: number) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Does nothing for a file that does not exist. */
  remove: (key: string, widths: readonly number[]) => Promise<void>
}

interface PicturePorts {
  pictures: Pictures
  makePicture: MakePicture
  clock: Clock
}

export const OnePicture = v.object({ picture: Picture })

export const setCoffeePicture = (
  { id, picture }: { id: number; picture: Uint8Array },
  ports: PicturePorts,
  { roasterId }: RoasterMember,
) => setPicture({ roasterId, coffeeId: id }, picture, ports)

export const setLogo = ({ picture }: { picture: Uint8Array }, ports: PicturePorts, { roasterId }: RoasterMember) =>
  setPicture({ roasterId }, picture, ports)

/** Per roaster, since anybody can add coffees for one. At full size they take a few gigabytes. */
const MOST_PICTURES = 1000

async function setPicture(owner: PictureOwner, bytes: Uint8Array, { pictures, makePicture, clock }: PicturePorts) {
  await refuseNobody(owner, pictures)
  if (owner.coffeeId !== undefined && (await pictures.besides(owner)) >= MOST_PICTURES)
    throw new Fault('invalid', `A roaster can have at most ${MOST_PICTURES} coffee pictures. Remove one first.`)
  refuseUnfit(bytes)
  const picture = await pictures.keep(owner, await makePicture(bytes, owner.roasterId), clock())
  if (!picture) throw nobody(owner)
  await forgetUnowned(pictures, clock)
  return { picture }
}

/** Deletes files at once if possible, otherwise later. Nobody waits for it. */
export const forgetUnowned = (pictures: Pictures, clock: Clock) => pictures.sweep(clock()).catch(() => {})

export async function removeCoffeePicture(
  { id }: { id: number },
  { pictures, clock }: Omit<PicturePorts, 'makePicture'>,
  { roasterId }: RoasterMember,
) {
  const owner = { roasterId, coffeeId: id }
  await refuseNobody(owner, pictures)
  await pictures.remove(owner)
  await forgetUnowned(pictures, clock)
  return { success: true as const }
}

export async function removeLogo(
  _: unknown,
  { pictures, clock }: Omit<PicturePorts, 'makePicture'>,
  { roasterId }: RoasterMember,
) {
  await pictures.remove({ roasterId })
  await forgetUnowned(pictures, clock)
  return { success: true as const }
}

async function refuseNobody(owner: PictureOwner, pictures: Pictures) {
  if (!(await pictures.hasOwner(owner))) throw nobody(owner)
}

const nobody = ({ coffeeId }: PictureOwner) =>
  coffeeId === undefined ? new Fault('roaster-not-found', 'Your roaster has been removed.') : coffeeNotFound(coffeeId)
