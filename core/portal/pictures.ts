import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { coffeeNotFound } from '../coffees/coffees.ts'
import { Fault } from '../errors.ts'
import { Picture } from '../pictures/model.ts'
import { refuseUnfit } from '../pictures/sniff.ts'
import type { RoasterMember } from './members.ts'

/** A picture of ours in its sizes, made from what somebody sent. */
export interface MadePicture {
  /** Of all its bytes: another picture, another hash. */
  hash: string
  /** The smallest first. */
  files: { width: number; height: number; bytes: Uint8Array }[]
}

/** Decodes, turns upright, sizes and encodes anew, beside the requests and few at a time: what was hidden in the file is gone. */
export type MakePicture = (bytes: Uint8Array, roasterId: number) => Promise<MadePicture>

/** Whose a picture is; each has one. */
export type PictureOwner = { roasterId: number; coffeeId?: number }

export interface Pictures {
  /** Whether there is somebody to own one. */
  hasOwner: (owner: PictureOwner) => Promise<boolean>
  /** How many its roaster has of other coffees. */
  besides: (owner: PictureOwner) => Promise<number>
  /** In place of the one before, which then is nobody's. Undefined where the owner went meanwhile. */
  keep: (owner: PictureOwner, picture: MadePicture, now: Date) => Promise<Picture | undefined>
  /** Whether there was one or not. */
  remove: (owner: PictureOwner) => Promise<void>
  file: (hash: string, width: number) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** What is nobody's goes: what was replaced, of coffees that were deleted, or left half done. */
  sweep: (now: Date) => Promise<void>
}

/** Where the bytes lie, by a name that is given once. */
export interface PictureFiles {
  write: (key: string, width: number, bytes: Uint8Array) => Promise<void>
  read: (key: string, width: number) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Also of what is not there. */
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

/** Of a roaster: some gigabytes, where each is as large as it can be. Anybody can add coffees for them. */
const MOST_PICTURES = 1000

async function setPicture(owner: PictureOwner, bytes: Uint8Array, { pictures, makePicture, clock }: PicturePorts) {
  await refuseNobody(owner, pictures)
  if (owner.coffeeId !== undefined && (await pictures.besides(owner)) >= MOST_PICTURES)
    throw new Fault('invalid', `A roaster has at most ${MOST_PICTURES} pictures of coffees; take one away first.`)
  refuseUnfit(bytes)
  const picture = await pictures.keep(owner, await makePicture(bytes, owner.roasterId), clock())
  if (!picture) throw nobody(owner)
  await forgetUnowned(pictures, clock)
  return { picture }
}

/** At once where that works; else it is done later, and nobody waits for it. */
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
  coffeeId === undefined ? new Fault('roaster-not-found', 'Your roaster is no longer here.') : coffeeNotFound(coffeeId)
