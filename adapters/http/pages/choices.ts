import type { Person } from '../../../core/accounts/model.ts'
import { canBrew } from '../../../core/adaptation/fit.ts'
import type { Caller } from '../../../core/caller.ts'
import type { RecipeGrind } from '../../../core/dial/on-grinder.ts'
import type { StoredMachine } from '../../../core/equipment/equipment.ts'
import { type AnyStoredGrinder, grinderFor } from '../../../core/equipment/own-grinders.ts'
import { usedFirst } from '../../../core/equipment/owned-equipment.ts'
import { seenBy } from '../../../core/equipment/seen-grinders.ts'
import { usualGrinder } from '../../../core/equipment/usual.ts'
import type { Fault } from '../../../core/errors.ts'
import type { MethodId } from '../../../core/grind/methods.ts'
import type { Ports } from '../../../core/ports.ts'
import type { RecipeDetail } from '../../../core/recipes/model.ts'
import { readsFahrenheit } from '../../../core/temperature.ts'
import { cookieIn, isSecure } from '../cookies.ts'
import { withGearOnce } from './gear-once.ts'
import { type SentForm, waitingAt } from './sent-form.ts'
import { type Words, wordsIn } from './words.ts'

export const units = ['C', 'F'] as const
export const colourings = ['auto', 'light', 'dark'] as const

/** Who opened a page, and what they have chosen. Every page is rendered from this. */
export interface Visit {
  request: Request
  url: URL
  ports: Ports
  who: Person | undefined
  /** Set on pages that anybody may open. */
  caller?: Caller | undefined
  unit: (typeof units)[number]
  colours: (typeof colourings)[number]
  /**
   * The grinder to show settings for: their own with its calibration, else the one they chose, else
   * none.
   */
  grinder: AnyStoredGrinder | undefined
  words: Words
  /** A form they sent and have to send again; the page fills it in. */
  sent?: SentForm | undefined
  /** Why the form is only shown again: they sent it too often. */
  refused?: Fault | undefined
}

export async function visitOf(request: Request, all: Ports, who: Person | undefined): Promise<Visit> {
  const seen = await seenBy(all, who)
  const ports = who && request.method === 'GET' ? withGearOnce(seen, who) : seen
  const chosen = <T extends string>(name: string, among: readonly T[]) =>
    among.find(one => one === cookieIn(request, name))
  const language = languageOf(request)
  const unit = chosen('unit', units) ?? (readsFahrenheit(language) ? 'F' : 'C')
  return {
    request,
    url: new URL(request.url),
    ports,
    who,
    unit,
    colours: chosen('colours', colourings) ?? 'auto',
    grinder: await chosenGrinder(request, ports, who),
    words: wordsIn(language, unit),
    sent: waitingAt(request),
  }
}

/** The grinder to show settings for: the reader's, or the best-known one. */
export function dialFor({ grinder, ports }: Visit) {
  return { grinder: grinder ?? usualGrinder(ports), whose: grinder ? ('your' as const) : ('a' as const) }
}

/**
 * The reader's grinder for a recipe, if known. If they own the recipe's grinder, that comes first.
 */
export async function dialForRecipe({ grinderId }: Pick<RecipeGrind, 'grinderId'>, { grinder, ports, who }: Visit) {
  const owned = who ? await ports.ownedEquipment.grinders.list(who.id) : []
  const same = owned.find(({ itemId }) => itemId === grinderId)
  return who && same ? ports.ownGrinders.of(who.id, same.itemId) : grinder
}

/**
 * The reader's brewer for a recipe, if they own one for its method: the same model, else one that
 * is large enough, else the default.
 */
export const brewerForRecipe = async (recipe: BrewedAmounts, visit: Visit) =>
  brewerAmong(await brewersOf(visit), recipe)

export function brewerAmong(brewers: readonly StoredMachine[], recipe: BrewedAmounts) {
  const able = brewers.filter(({ brewMethod }) => brewMethod === recipe.method)
  return (
    able.find(({ slug }) => slug === recipe.brewedIn?.slug) ?? able.find(machine => canBrew(machine, recipe)) ?? able[0]
  )
}

/** The reader's own brewers, the default first. */
export async function brewersOf({ ports, who }: Visit): Promise<StoredMachine[]> {
  const owned = who ? await ports.ownedEquipment.machines.list(who.id) : []
  const inOrder = owned.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
  return inOrder.flatMap(({ itemId }) => ports.machines.byId(itemId) ?? [])
}

type BrewedAmounts = Pick<RecipeDetail, 'doseGrams' | 'waterGrams'> & {
  method: MethodId
  brewedIn: { slug: string } | undefined
}

/** The same visit with the grinder that the URL names, and the cookie that remembers it. */
export async function onGrinderAsked(visit: Visit): Promise<{ visit: Visit; cookies: string[] }> {
  const { url, ports, who } = visit
  const named = ports.grinders.bySlug(url.searchParams.get('grinder') ?? '')
  if (!named) return { visit, cookies: [] }
  return { visit: { ...visit, grinder: await grinderFor(who, named.id, ports) }, cookies: grinderCookie(visit) }
}

/**
 * Only a choice made on our own page is remembered. A link from elsewhere shows its grinder once.
 */
function grinderCookie({ request, url, ports }: Visit): string[] {
  const slug = url.searchParams.get('grinder') ?? ''
  const isOurs = request.headers.get('sec-fetch-site') === 'same-origin' && ports.grinders.bySlug(slug)
  return isOurs && slug !== cookieIn(request, 'grinder') ? [choiceCookie('grinder', slug, ports)] : []
}

/**
 * A cookie that remembers a choice for the next pages. It is not secret, so scripts may read it.
 */
export const choiceCookie = (name: 'grinder' | 'unit' | 'colours', value: string, { site }: Pick<Ports, 'site'>) =>
  `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${A_YEAR_SECONDS}${isSecure(site) ? '; Secure' : ''}`

const A_YEAR_SECONDS = 31_536_000

async function chosenGrinder(
  request: Request,
  { grinders, ownedEquipment, ownGrinders }: Ports,
  who: Person | undefined,
): Promise<AnyStoredGrinder | undefined> {
  const chosen = grinders.bySlug(cookieIn(request, 'grinder') ?? '')
  if (!who) return chosen
  const own = usedFirst(await ownedEquipment.grinders.list(who.id), chosen?.id)
  return own ? ownGrinders.of(who.id, own.itemId) : chosen
}

/** In characters, including spaces. No language tag is longer; a bound keeps parsing cheap. */
const LONGEST_LANGUAGE = 40

/** The reader's first language, if it is a valid one. */
function languageOf(request: Request) {
  const named = (request.headers.get('accept-language') ?? 'en').slice(0, LONGEST_LANGUAGE)
  const [first = 'en'] = named.split(/[,;]/)
  try {
    return Intl.NumberFormat.supportedLocalesOf(first.trim())[0] ?? 'en'
  } catch {
    return 'en'
  }
}
