import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
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
 * time, and of one sender fewer. Anything hidden in the file is dropped.
 */
export type MakePicture = (bytes: Uint8Array, sender: string) => Promise<MadePicture>

/** The owner of a picture: a coffee, a roaster or a person's bag. Each has at most one. */
export type PictureOwner = { roasterId: number; coffeeId?: number } | { bagId: number; userId: number }

export interface Pictures {
  /** Whether the roaster, the coffee or the bag exists. */
  hasOwner: (owner: PictureOwner) => Promise<boolean>
  /** How many pictures the roaster has for other coffees, or the person for other bags. */
  besides: (owner: PictureOwner) => Promise<number>
  /**
   * Replaces the previous picture, which then has no owner. Undefined when the owner was deleted
   * meanwhile.
   */
  keep: (owner: PictureOwner, picture: MadePicture, now: Date) => Promise<Picture | undefined>
  /** Does nothing if there is no picture. */
  remove: (owner: PictureOwner) => Promise<void>
  /** Of anything but a bag. */
  file: (hash: string, width: number) => Promise<Uint8Array<ArrayBuffer> | undefined>
  fileOfBag: (
    userId: number,
    bagId: number,
    hash: string,
    width: number,
  ) => Promise<Uint8Array<ArrayBuffer> | undefined>
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

export const setBagPicture = (
  { id, picture }: { id: number; picture: Uint8Array },
  ports: PicturePorts,
  { id: userId }: Person,
) => setPicture({ bagId: id, userId }, picture, ports)

/** Per roaster, since anybody can add coffees for one. At full size they take a few gigabytes. */
const MOST_PICTURES = 1000
/** Per person. */
const MOST_BAG_PICTURES = 200

async function setPicture(owner: PictureOwner, bytes: Uint8Array, { pictures, makePicture, clock }: PicturePorts) {
  await refuseNobody(owner, pictures)
  await refuseMany(owner, pictures)
  refuseUnfit(bytes)
  const sender = 'bagId' in owner ? `person ${owner.userId}` : `roaster ${owner.roasterId}`
  const picture = await pictures.keep(owner, await makePicture(bytes, sender), clock())
  if (!picture) throw nobody(owner)
  await forgetUnowned(pictures, clock)
  return { picture }
}

async function refuseMany(owner: PictureOwner, pictures: Pictures) {
  if ('bagId' in owner) {
    if ((await pictures.besides(owner)) >= MOST_BAG_PICTURES)
      throw new Fault('invalid', `You can have at most ${MOST_BAG_PICTURES} pictures of bags. Remove one first.`)
  } else if (owner.coffeeId !== undefined && (await pictures.besides(owner)) >= MOST_PICTURES)
    throw new Fault('invalid', `A roaster can have at most ${MOST_PICTURES} coffee pictures. Remove one first.`)
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

export async function removeBagPicture(
  { id }: { id: number },
  { pictures, clock }: Omit<PicturePorts, 'makePicture'>,
  { id: userId }: Person,
) {
  const owner = { bagId: id, userId }
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

function nobody(owner: PictureOwner) {
  if ('bagId' in owner) return new Fault('not-found', `You have no bag ${owner.bagId}.`)
  return owner.coffeeId === undefined
    ? new Fault('roaster-not-found', 'Your roaster has been removed.')
    : coffeeNotFound(owner.coffeeId)
}
