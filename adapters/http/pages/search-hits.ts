import { baseOfTechnique } from '../../../core/adaptation/technique-base.ts'
import type { CoffeeStart } from '../../../core/discovery/coffee-start.ts'
import { methodById } from '../../../core/grind/methods.ts'
import { fullName } from '../../../core/grind/name.ts'
import { dialRangeOf, numeralOf, rangeLabelOf } from '../../../core/grind/notation.ts'
import type { Answer } from '../../../core/search/answer.ts'
import type { FoundItem } from '../../../core/search/groups.ts'
import type { NamedMethod } from '../../../core/search/named-methods.ts'
import { dialFor, type Visit } from './choices.ts'
import { burrsIn } from './compare.ts'
import { type Html, html } from './html.ts'
import { grindOn, type OnDial, rangeInWords, recipeOn, straightDial } from './parts/dials.ts'
import { inAndOut, roastInWords } from './parts/figures.ts'
import { foundWords } from './parts/found-words.ts'
import { brewerIcon, icon, logo } from './parts/pen.ts'
import { coffeeFront } from './parts/photo.ts'
import { techniquePath, whoMadeItKnown } from './parts/technique-card.ts'
import { recipePath } from './recipe-path.ts'
import { roasterFace } from './roasters.ts'
import { inLine, type Words } from './words.ts'

/** What every result is drawn with. */
export interface HitPlace {
  visit: Visit
  /** The words to mark. */
  words: readonly string[]
  /** Where to start with each coffee that is shown, by its id. */
  starts: ReadonlyMap<number, CoffeeStart>
}

interface Hit {
  href: string
  picture: Html
  name: string
  more: string
  on?: OnDial | undefined
  /** Has a timer that `#brew` starts. */
  isBrewable?: boolean
}

export const hitRow = (item: FoundItem, place: HitPlace): Html => row(hitOf(item, place), place)

function row({ href, picture, name, more, on, isBrewable }: Hit, { words, visit }: HitPlace): Html {
  return html`<a class="hit" href="${href}"${isBrewable ? html` data-brew="${href}#brew"` : ''}><span class="hit-picture" aria-hidden="true">${picture}</span><span class="hit-name"><b>${foundWords(name, words)}</b> <span>${foundWords(more, words)}</span></span>${on ? html`<span class="hit-dial" aria-hidden="true">${straightDial(on)}</span> <span class="hit-setting">${dialSetting(on, visit.words)}</span>` : ''}</a>`
}

const dialSetting = (on: OnDial, words: Words): Html =>
  html`<b>${words.onDial(on.grinder, numeralOf(on.grinder, on.grindSetting))}</b> <span>${words.onDial(on.grinder, rangeInWords(on))}</span>`

/** What a row or a card shows of something that was found. */
export function hitOf(item: FoundItem, { visit, starts }: HitPlace): Hit {
  const { grinder, whose } = dialFor(visit)
  const { words } = visit
  switch (item.kind) {
    case 'methods': {
      const { method, name, base, knownFor } = item.method
      const figures = brewedFigures({ ...base, brewMethod: method }, words)
      return {
        href: brewPathOf(item.method),
        picture: brewerIcon(method),
        name,
        more: knownFor ? `Made popular by ${knownFor}. ${figures}` : figures,
        on: grindOn(grinder, base.grindIndex, whose),
        isBrewable: true,
      }
    }
    case 'techniques': {
      const { technique } = item
      const { grindIndex, grindDoubt = 0 } = baseOfTechnique(technique, visit.ports.grinders)
      return {
        href: techniquePath(technique.slug),
        picture: brewerIcon(technique.method),
        name: technique.name,
        more: `${methodById[technique.method].name}. ${whoMadeItKnown(technique)}`,
        on: grindOn(grinder, grindIndex, whose, { sourceUncertainty: grindDoubt }),
        isBrewable: true,
      }
    }
    case 'grinders': {
      const { slug, drive } = item.grinder
      const kind = [drive === 'hand' ? 'Hand' : 'Electric', burrsIn(item.grinder)].filter(word => word).join(', ')
      return {
        href: `/grinders/${slug}`,
        picture: logo(),
        name: fullName(item.grinder),
        more: kind,
      }
    }
    case 'roasters': {
      const { slug, name, location, _count } = item.roaster
      const coffees = _count.coffees === 1 ? '1 coffee' : `${words.number(_count.coffees)} coffees`
      return {
        href: `/roasters/${slug}`,
        picture: roasterFace(item.roaster),
        name,
        more: location ? `${location}. ${coffees}` : coffees,
      }
    }
    case 'coffees': {
      const { id, name, roasterName, origin, roastLevel } = item.coffee
      const facts = [origin, roastInWords(roastLevel)].filter(fact => fact).join(', ')
      const start = starts.get(id)
      return {
        href: `/coffees/${id}`,
        picture: coffeeFront(item.coffee),
        name,
        more: `${roasterName}. ${facts}`,
        on: start && { grinder, whose, ...start.dialed },
      }
    }
    case 'recipes': {
      const { coffee, machine } = item.recipe
      return {
        href: recipePath(item.recipe),
        picture: brewerIcon(machine.brewMethod),
        name: coffee.name,
        more: `${fullName(machine)}. ${brewedFigures({ ...item.recipe, brewMethod: machine.brewMethod }, words)}`,
        on: recipeOn(grinder, item.recipe, whose, visit),
        isBrewable: true,
      }
    }
  }
}

export const brewPathOf = ({ machine, style }: NamedMethod) =>
  `/brew?${String(new URLSearchParams({ brewer: machine.slug, ...(style && { style }) }))}`

interface BrewedFigures {
  brewMethod: keyof typeof methodById
  doseGrams: number
  waterGrams: number
  brewTimeSeconds: number | null
}

/** For example "15 g in, 225 g water, 2:50". */
function brewedFigures({ brewMethod, doseGrams, waterGrams, brewTimeSeconds }: BrewedFigures, words: Words) {
  const amounts = inAndOut(brewMethod, doseGrams, waterGrams, words)
  return brewTimeSeconds === null ? amounts : `${amounts}, ${inLine(words.time(brewTimeSeconds))}`
}

/** A converted setting. The link opens the converter with it. */
export function answerRow({ from, setting, to, conversion }: Answer, place: HitPlace): Html {
  const { words, grinder: mine } = place.visit
  const query = new URLSearchParams({ from: from.slug, setting, to: to.slug })
  const which = (grinder: typeof from) =>
    grinder.slug === mine?.slug ? `your ${grinder.model}` : `the ${fullName(grinder)}`
  const hit = { href: `/grinders/${to.slug}?${query}#convert`, picture: icon('turn') }
  if (!conversion)
    return row(
      {
        ...hit,
        name: `${setting} isn’t on the dial of ${which(from)}`,
        more: `Enter a setting from ${words.onDial(from, dialRangeOf(from))}.`,
      },
      place,
    )
  const [asked, found] = [words.onDial(from, conversion.from.label), words.onDial(to, conversion.to.label)]
  const range = words.onDial(to, rangeLabelOf(to, conversion.to.range))
  return row(
    conversion.reachable
      ? {
          ...hit,
          name: `${asked} on ${which(from)} is ${found} on ${which(to)}`,
          more: `Range ${range}, from published charts`,
        }
      : {
          ...hit,
          name: `${asked} on ${which(from)} is past the end of ${which(to)}`,
          more: `${found} is the closest setting it has`,
        },
    place,
  )
}
