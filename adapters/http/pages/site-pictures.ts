import { usualGrinder } from '../../../core/equipment/usual.ts'
import { Fault } from '../../../core/errors.ts'
import { type MethodId, methodById } from '../../../core/grind/methods.ts'
import { fullName } from '../../../core/grind/name.ts'
import { numeralOf } from '../../../core/grind/notation.ts'
import type { Ports } from '../../../core/ports.ts'
import { appIcon } from '../../design/icons.ts'
import { html } from './html.ts'
import { grindOn } from './parts/dials.ts'
import { framed, pictureReply, pictureSize, ringIn, twoByTwo } from './picture.ts'
import { pngOf } from './png.ts'
import type { Reading } from './words.ts'

/** The preview image for pages without one of their own. */
export const brandPicture = { path: '/picture.png', ...pictureSize, words: 'A grinder’s dial with its setting marked.' }

export const grinderPicture = (grinder: { slug: string; brand: string; model: string }) => ({
  path: `/grinders/${grinder.slug}/picture.png`,
  ...pictureSize,
  words: `The dial of the ${fullName(grinder)}, set for a V60.`,
})

export function drawBrand(request: Request, _params: Record<string, string>, ports: Ports): Promise<Response> {
  const count = ports.grinders.list().length
  const on = grindOn(usualGrinder(ports), methodById.v60.grindIndex.target, 'a')
  const facts = `Recipes and settings for ${count} coffee grinders`
  return pictureReply(request, framed(['Any recipe, on your dial.'], [facts], ringIn(on, 310)))
}

const shownMethods: MethodId[] = ['espresso', 'aeropress', 'v60', 'french_press']

export function drawGrinder(
  request: Request,
  { slug = '' }: Record<string, string>,
  { grinders }: Ports,
): Promise<Response> {
  const grinder = grinders.bySlug(slug)
  if (!grinder) throw new Fault('grinder-not-found', `There is no grinder ${slug}.`)
  const at = (method: MethodId) => grindOn(grinder, methodById[method].grindIndex.target, 'a')
  const figures = shownMethods.map((method): [string, Reading] => {
    const { grindSetting, grindRange, reachable } = at(method)
    const ends = [grindRange.min, grindRange.max].map(end => numeralOf(grinder, end))
    const range = reachable ? [...new Set(ends)].join(' to ') : 'not reached'
    return [`${methodById[method].name}, ${range}`, { number: numeralOf(grinder, grindSetting) }]
  })
  return pictureReply(
    request,
    framed(
      [fullName(grinder)],
      ['Grind settings for every brew method'],
      html`${twoByTwo(figures)}${ringIn(at('v60'))}`,
    ),
  )
}

/** The site's icon in pixels, for programs that do not read SVG. */
const iconPng = (room: number, pixels: number) =>
  pngOf(appIcon(room).replace('<svg ', `<svg width="${pixels}" height="${pixels}" `))

const iconReply = async (room: number, pixels: number) =>
  new Response(await iconPng(room, pixels), { headers: { 'content-type': 'image/png' } })

export const touchIcon = () => iconReply(5, 180)

/** The icons that phones need to install a site. They crop the edges of a maskable one. */
export const phoneIcons = [192, 512].flatMap(pixels => [
  { path: `/icon-${pixels}.png` as const, pixels, draw: () => iconReply(0, pixels) },
  { path: `/icon-maskable-${pixels}.png` as const, pixels, purpose: 'maskable', draw: () => iconReply(8, pixels) },
])

const ICO_PIXELS = 48

/** An icon file: a table with one entry, then the PNG. */
export async function favicon(): Promise<Response> {
  const png = await iconPng(1, ICO_PIXELS)
  const head = new DataView(new ArrayBuffer(22))
  const set = (at: number, value: number, bytes: 8 | 16 | 32 = 16) => head[`setUint${bytes}`](at, value, true)
  set(2, 1)
  set(4, 1)
  set(6, ICO_PIXELS, 8)
  set(7, ICO_PIXELS, 8)
  set(10, 1)
  set(12, 32)
  set(14, png.length, 32)
  set(18, head.byteLength, 32)
  return new Response(new Blob([head, png]), { headers: { 'content-type': 'image/x-icon' } })
}
