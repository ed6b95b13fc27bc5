import { fullName } from '../../../core/grind/name.ts'
import { ring } from '../../design/dial/ring.ts'
import { dialFrom } from '../../design/dial/ticks.ts'
import { type Colour, colourIn } from '../../design/tokens.ts'
import type { PageDeclaration } from '../endpoint.ts'
import { etagOf, matches } from '../etag.ts'
import { perMinute } from '../limits.ts'
import { type Html, html } from './html.ts'
import { type OnDial, rangeInWords, sentenceOf } from './parts/dials.ts'
import { logo, pen } from './parts/pen.ts'
import { drawable } from './picture-font.ts'
import { pngOf } from './png.ts'
import type { Reading } from './words.ts'

/** The size that sites want for link previews. */
export const pictureSize = { width: 1200, height: 630 }

/** Declares such a picture as a page. */
export const linkPicture = (
  route: PageDeclaration['route'],
  summary: string,
  respond: PageDeclaration['respond'],
): PageDeclaration => ({
  route,
  summary,
  media: 'image/png',
  limit: perMinute(60),
  cache: { control: 'public, max-age=3600' },
  respond,
})

/** A drawing as PNG, or 304 if the client already has it. */
export async function pictureReply(request: Request, drawing: Html): Promise<Response> {
  const svg = String(drawing)
  const etag = etagOf(svg)
  const headers = { etag, 'content-type': 'image/png' }
  return matches(request, etag)
    ? new Response(null, { status: 304, headers })
    : new Response(await pngOf(svg), { headers })
}

/** Our name, the first title that can be drawn, the facts, and the drawing below. */
export function framed(titles: readonly string[], facts: readonly string[], below: Html): Html {
  const [title = '', ...others] = titles.map(drawable).filter(Boolean)
  const known = [...others, ...facts.map(drawable)].filter((fact, at, all) => fact && all.indexOf(fact) === at)
  const text = shortened(title, 40)
  const fontSize = Math.min(84, Math.round(1900 / Math.max(text.length, 1)))
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSize.width}" height="${pictureSize.height}"><style>${style}</style><clipPath id="cut"><path d="M0 0L-974-225V-974H974V-225Z"/></clipPath>
<rect class="paper" width="1200" height="630"/>
<svg x="60" y="44" width="44" height="44">${logo()}</svg><text class="name" x="114" y="78">Dialin</text>
<text class="title" x="64" y="172" font-size="${fontSize}">${text}</text>
<text class="facts" x="64" y="226">${shortened(known.join('  ·  '), 68)}</text>
${below}</svg>`
}

/** The ring with its range, on the right or in the middle. */
export function ringIn(on: OnDial, x = 560): Html {
  const { grinder, grindSetting: setting, grindRange: range, reachable } = on
  const words = shortened(drawable(`${rangeInWords(on)} on the ${fullName(grinder)}`), 44)
  return html`<svg x="${x}" y="262" width="580" height="295">${ring(pen, { dial: dialFrom(grinder), setting, range, beyond: !reachable, sentence: sentenceOf(on) })}</svg><text class="below" x="${x + 290}" y="592">${words}</text>`
}

/** Figures two by two, as on a page. */
export const twoByTwo = (all: [string, Reading][]): Html =>
  html`${all.map(([label, { number, unit }], at) => {
    const [x, y] = [64 + 250 * (at % 2), 360 + 172 * Math.floor(at / 2)]
    return html`<path class="line" d="M${x} ${y - 78}h226"/><text class="figure" x="${x - 3}" y="${y}">${number}${unit ? html`<tspan class="unit" dx="8">${unit}</tspan>` : ''}</text><text class="label" x="${x}" y="${y + 42}">${label}</text>`
  })}`

/** Cut to what fits. */
function shortened(text: string, most: number) {
  const signs = [...text]
  return signs.length <= most
    ? signs.join('')
    : `${signs
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

const of = (name: Colour) => colourIn('light', name)
/** The font has only one weight here, so bold text gets an outline in its own colour. */
const boldInk = (name: Colour, width: number) => `fill:${of(name)};stroke:${of(name)};stroke-width:${width}`
const style = `text{font-family:"Sofia Sans"}
.paper{fill:${of('paper')}}.line{fill:none;stroke:${of('line')};stroke-width:2}
.logo circle{fill:none;stroke:${of('ink')};stroke-width:4}.logo path{fill:none;stroke-width:4}.logo .band{stroke:${of('band')}}.logo .mark{stroke:${of('mark')};stroke-width:2.2}
.name{font-size:34px;${boldInk('ink', 1.4)}}.title{${boldInk('ink', 3.2)};letter-spacing:-1.5px}.facts{font-size:30px;fill:${of('ink-2')}}
.figure{font-size:78px;${boldInk('ink', 3.2)};letter-spacing:-2px}.unit{font-size:36px;${boldInk('ink-2', 1)};letter-spacing:0}.label{font-size:26px;fill:${of('ink-3')}}
.ring .band{fill:${of('band')}}.ring .on-band{stroke:${of('on-band')}}
.ring-body{clip-path:url(#cut)}.collar{fill:${of('collar')}}.knurl{fill:none;stroke:${of('collar')};stroke-width:6}.rim{fill:none;stroke:${of('rim')}}
.tick{fill:none;stroke:${of('engrave-2')};stroke-width:1.7}.ring .long{stroke-width:2.6}
.cut{display:none}.numeral{font-size:27px;text-anchor:middle;${boldInk('engrave', 0.9)}}.setting{text-anchor:middle;${boldInk('ink', 6.5)};letter-spacing:-5px}
.ring .mark .line{fill:none;stroke:${of('mark')};stroke-width:5;stroke-linecap:round}.casing{fill:none;stroke:${of('collar')};stroke-width:10}.head{fill:${of('mark')}}
.below{font-size:28px;text-anchor:middle;${boldInk('ink', 0.7)}}`
