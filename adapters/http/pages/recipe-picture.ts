import * as v from 'valibot'
import { Fault } from '../../../core/errors.ts'
import * as field from '../../../core/fields.ts'
import { fullName } from '../../../core/grind/name.ts'
import { labelOf } from '../../../core/grind/notation.ts'
import type { Ports } from '../../../core/ports.ts'
import type { RecipeDetail } from '../../../core/recipes/model.ts'
import { celsiusOf } from '../../../core/temperature.ts'
import { ring } from '../../design/dial/ring.ts'
import { dialFrom } from '../../design/dial/ticks.ts'
import { type Colour, colourIn } from '../../design/tokens.ts'
import { etagOf, matches } from '../etag.ts'
import { type Html, html } from './html.ts'
import { roastInWords } from './parts/figures.ts'
import { logo, pen } from './parts/pen.ts'
import { pngOf } from './png.ts'
import { type Reading, wordsIn } from './words.ts'

const size = { width: 1200, height: 630 }

export const pictureOf = ({ id, coffee }: RecipeDetail) => ({
  path: `/recipes/${id}/picture.png`,
  ...size,
  words: `${coffee.name}: its figures, and its grind on a dial.`,
})

/** What a link to a recipe shows where it is shared: the same for everybody, so on the dial it was written on. */
export async function recipePicture(request: Request, { id = '' }: Record<string, string>, ports: Ports) {
  const recipe = v.is(field.id, Number(id)) ? await ports.recipes.byId(Number(id)) : undefined
  if (!recipe) throw new Fault('recipe-not-found', 'There is no such recipe.')
  const svg = String(drawn(recipe, ports.grinders.byId(recipe.grinderId)))
  const etag = etagOf(svg)
  const headers = { etag, 'content-type': 'image/png' }
  return matches(request, etag)
    ? new Response(null, { status: 304, headers })
    : new Response(await pngOf(svg), { headers })
}

type KnownGrinder = ReturnType<Ports['grinders']['byId']>

function drawn(recipe: RecipeDetail, grinder: KnownGrinder): Html {
  const { coffee, machine, grindSetting } = recipe
  const { text, fontSize } = titleOf(coffee.name)
  const facts = `${coffee.roaster.name}  ·  ${fullName(machine)}  ·  ${roastInWords(coffee.roastLevel)} roast`
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><style>${style}</style><clipPath id="cut"><path d="M0 0L-974-225V-974H974V-225Z"/></clipPath>
<rect class="paper" width="1200" height="630"/>
<svg x="60" y="44" width="44" height="44">${logo()}</svg><text class="name" x="114" y="78">Dialin</text>
<text class="title" x="64" y="172" font-size="${fontSize}">${text}</text>
<text class="facts" x="64" y="226">${cut(facts, 68)}</text>
${figures(recipe)}${grinder ? onDial(labelOf(grinder, grindSetting), grinder, grindSetting) : ''}</svg>`
}

function onDial(label: string, grinder: NonNullable<KnownGrinder>, setting: number): Html {
  const words = cut(`${label} on the ${fullName(grinder)}`, 38)
  return html`<svg x="560" y="262" width="580" height="295">${ring(pen, { dial: dialFrom(grinder), setting, sentence: words })}</svg><text class="below" x="850" y="592">${words}</text>`
}

/** Two by two, as on the page. */
function figures({ doseGrams, waterGrams, waterTempF, brewTimeSeconds }: RecipeDetail): Html[] {
  const words = wordsIn('en', 'C')
  const all: [string, Reading][] = [
    ['Coffee', words.grams(doseGrams)],
    ['Water', words.grams(waterGrams)],
    ...(waterTempF === null
      ? []
      : [
          [`${Math.round(waterTempF)}\u00a0°F`, { number: `${Math.round(celsiusOf(waterTempF))}`, unit: '°C' }] as [
            string,
            Reading,
          ],
        ]),
    ...(brewTimeSeconds === null ? [] : [['Time', words.time(brewTimeSeconds)] as [string, Reading]]),
  ]
  return all.map(([label, { number, unit }], at) => {
    const [x, y] = [64 + 250 * (at % 2), 360 + 172 * Math.floor(at / 2)]
    return html`<path class="line" d="M${x} ${y - 78}h226"/><text class="figure" x="${x - 3}" y="${y}">${number}${unit ? html`<tspan class="unit" dx="8">${unit}</tspan>` : ''}</text><text class="label" x="${x}" y="${y + 42}">${label}</text>`
  })
}

const titleOf = (name: string) => {
  const text = cut(name, 40)
  return { text, fontSize: Math.min(84, Math.round(1900 / Math.max(text.length, 1))) }
}

/** A line of what people wrote: no signs that a drawing cannot hold, and no more than fits. */
function cut(text: string, most: number) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what may not be in a drawing
  const signs = [...text.toWellFormed().replace(/[\0-\x1f\ufffe\uffff]/g, ' ')]
  return signs.length <= most
    ? signs.join('')
    : `${signs
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

const of = (name: Colour) => colourIn('light', name)
/** The font has one weight here: what is bold has an edge of its own colour. */
const bold = (name: Colour, width: number) => `fill:${of(name)};stroke:${of(name)};stroke-width:${width}`
const style = `text{font-family:"Sofia Sans"}
.paper{fill:${of('paper')}}.line{fill:none;stroke:${of('line')};stroke-width:2}
.logo circle{fill:none;stroke:${of('ink')};stroke-width:4}.logo path{fill:none;stroke-width:4}.logo .band{stroke:${of('band')}}.logo .mark{stroke:${of('mark')};stroke-width:2.2}
.name{font-size:34px;${bold('ink', 1.4)}}.title{${bold('ink', 3.2)};letter-spacing:-1.5px}.facts{font-size:30px;fill:${of('ink-2')}}
.figure{font-size:78px;${bold('ink', 3.2)};letter-spacing:-2px}.unit{font-size:36px;${bold('ink-2', 1)};letter-spacing:0}.label{font-size:26px;fill:${of('ink-3')}}
.ring-body{clip-path:url(#cut)}.collar{fill:${of('collar')}}.knurl{fill:none;stroke:${of('collar')};stroke-width:6}.rim{fill:none;stroke:${of('rim')}}
.tick{fill:none;stroke:${of('engrave-2')};stroke-width:1.7}.ring .long{stroke-width:2.6}
.numeral{font-size:27px;text-anchor:middle;${bold('engrave', 0.9)}}.setting{text-anchor:middle;${bold('ink', 6.5)};letter-spacing:-5px}
.ring .mark .line{fill:none;stroke:${of('mark')};stroke-width:5;stroke-linecap:round}.casing{fill:none;stroke:${of('collar')};stroke-width:10}.head{fill:${of('mark')}}
.below{font-size:28px;text-anchor:middle;${bold('ink', 0.7)}}`
