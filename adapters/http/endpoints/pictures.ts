import * as v from 'valibot'
import { Fault } from '../../../core/errors.ts'
import * as field from '../../../core/fields.ts'
import { MAX_PICTURE_BYTES } from '../../../core/pictures/model.ts'
import { PortalCoffeeId } from '../../../core/portal/coffees.ts'
import {
  OnePicture,
  removeCoffeePicture,
  removeLogo,
  setCoffeePicture,
  setLogo,
} from '../../../core/portal/pictures.ts'
import { FORM_BYTES } from '../body.ts'
import { endpoint, endpointWithFile, type PageDeclaration } from '../endpoint.ts'
import { matches } from '../etag.ts'
import { actPerMinute } from '../limits.ts'

const upload = {
  access: 'roaster',
  scope: 'roaster',
  limit: actPerMinute('send a picture'),
  takesFile: { name: 'picture', media: ['image/jpeg', 'image/png', 'image/webp'] },
  maxBody: MAX_PICTURE_BYTES + FORM_BYTES,
  reply: OnePicture,
  description:
    'JPEG, PNG or WebP of up to 8 MiB and 50 million pixels, as the body or as `picture` in a form; the type is detected from its bytes. It is rotated upright, re-encoded as WebP at up to 1600, 800 and 400 pixels without metadata, and replaces the previous picture.',
} as const

/** The content of an address never changes. It cannot run scripts, and may be shown on any site. */
const pictureFile: PageDeclaration = {
  route: 'GET /pictures/:hash/:name',
  name: 'getPicture',
  summary: 'A picture in one of its sizes',
  description: 'The content never changes, so you can cache it forever. A picture is deleted once nothing uses it.',
  media: 'image/webp',
  example: { hash: '8d4f0c6be21a97d35f60b7c1e4a92d38', name: '120.webp' },
  open: true,
  faults: ['not-found'],
  cache: { control: 'public, max-age=31536000, immutable' },
  respond: async (request, { hash = '', name = '' }, { pictures }) => {
    const width = widthIn(name)
    const etag = `"${hash}-${width}"`
    const isKnown = width !== undefined && isHash(hash)
    const bytes = isKnown ? await pictures.file(hash, width) : undefined
    if (!bytes) throw gone()
    const headers = { etag, ...plainFile, 'cross-origin-resource-policy': 'cross-origin' }
    return matches(request, etag) ? new Response(null, { status: 304, headers }) : new Response(bytes, { headers })
  },
}

/** The same for the picture of a bag, for its owner alone. */
export const pictureFileOfBag: PageDeclaration = {
  route: 'GET /api/user/bags/:id/picture/:hash/:name',
  name: 'getBagPicture',
  summary: 'The picture of one of your bags in one of its sizes',
  description: 'The content never changes, so your app can cache it forever. Nobody else can open it.',
  media: 'image/webp',
  example: { id: '1', hash: '8d4f0c6be21a97d35f60b7c1e4a92d38', name: '120.webp' },
  access: 'member',
  scope: 'read',
  faults: ['not-found'],
  cache: { control: 'private, max-age=31536000, immutable' },
  respond: async (_, { id = '', hash = '', name = '' }, { pictures }, { who }) => {
    const bagId = v.safeParse(field.id, Number(id))
    const width = widthIn(name)
    const isKnown = who && bagId.success && width !== undefined && isHash(hash)
    const bytes = isKnown ? await pictures.fileOfBag(who.id, bagId.output, hash, width) : undefined
    if (!bytes) throw gone()
    return new Response(bytes, { headers: { ...plainFile, 'cross-origin-resource-policy': 'same-origin' } })
  },
}

const widthIn = (name: string) => (/^[1-9]\d{0,4}\.webp$/.test(name) ? Number.parseInt(name, 10) : undefined)
const isHash = (text: string) => /^[0-9a-f]{32}$/.test(text)
const gone = () => new Fault('not-found', 'This picture doesn’t exist, or was removed.')
/** It cannot run scripts. */
const plainFile = { 'content-type': 'image/webp', 'content-security-policy': "default-src 'none'; sandbox" }

export const pictureRoutes = [
  endpointWithFile({
    ...upload,
    route: 'PUT /api/roaster-portal/coffees/:id/picture',
    also: 'POST',
    summary: 'Set the picture of a coffee',
    example: { id: 2 },
    input: PortalCoffeeId,
    faults: ['coffee-not-found'],
    run: setCoffeePicture,
  }),
  endpoint({
    route: 'DELETE /api/roaster-portal/coffees/:id/picture',
    summary: 'Remove the picture of a coffee',
    description: 'Pages and widgets then draw its bag. Without a picture, nothing changes.',
    example: { id: 2 },
    access: 'roaster',
    scope: 'roaster',
    input: PortalCoffeeId,
    reply: field.succeeded,
    faults: ['coffee-not-found'],
    run: removeCoffeePicture,
  }),
  endpointWithFile({
    ...upload,
    route: 'PUT /api/roaster-portal/logo',
    also: 'POST',
    summary: "Set your roaster's logo",
    input: field.nothing,
    faults: ['roaster-not-found'],
    run: setLogo,
  }),
  endpoint({
    route: 'DELETE /api/roaster-portal/logo',
    summary: 'Remove your roaster’s logo',
    description: 'Pages then show the first letter of its name. Without a logo, nothing changes.',
    access: 'roaster',
    scope: 'roaster',
    input: field.nothing,
    reply: field.succeeded,
    run: removeLogo,
  }),
  pictureFile,
]
