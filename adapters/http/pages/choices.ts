import type { Person } from '../../../core/accounts/model.ts'
import { canBrew } from '../../../core/adaptation/fit.ts'
import type { Caller } from '../../../core/caller.ts'
import type { RecipeGrind } from '../../../core/dial/on-grinder.ts'
import { type AnyStoredGrinder, grinderFor } from '../../../core/equipment/own-grinders.ts'
import { usedFirst } from '../../../core/equipment/owned-equipment.ts'
import { usualGrinder } from '../../../core/equipment/usual.ts'
import type { Fault } from '../../../core/errors.ts'
import type { MethodId } from '../../../core/grind/methods.ts'
import type { Ports } from '../../../core/ports.ts'
import type { RecipeDetail } from '../../../core/recipes/model.ts'
import { readsFahrenheit } from '../../../core/temperature.ts'
import { cookieIn, isSecure } from '../cookies.ts'
import { withGrindersOnce } from './grinders-once.ts'
import { type SentForm, waitingAt } from './sent-form.ts'
import { type Words, wordsIn } from './words.ts'

export const units = ['C', 'F'] as const
export const colourings = ['auto', 'light', 'dark'] as const

/** Who opens a page, and what they have chosen: every page is made from it. */
export interface Visit {
  request: Request
  url: URL
  ports: Ports
  who: Person | undefined
  /** Of pages that anybody may open. */
  caller?: Caller | undefined
  unit: (typeof units)[number]
  colours: (typeof colourings)[number]
  /** The grinder to show settings on: their own, calibrated; else the one they chose; else none. */
  grinder: AnyStoredGrinder | undefined
  words: Words
  /** What they sent and have to send again: its form on the page is filled in. */
  sent?: SentForm | undefined
  /** They sent a form too often: why it is only shown again. */
  refused?: Fault | undefined
}

export async function visitOf(request: Request, all: Ports, who: Person | undefined): Promise<Visit> {
  const ports = who && request.method === 'GET' ? withGrindersOnce(all, who) : all
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

/** The dial to show settings on: the reader's, or the one that most people know. */
export function dialFor({ grinder, ports }: Visit) {
  return { grinder: grinder ?? usualGrinder(ports), whose: grinder ? ('your' as const) : ('a' as const) }
}

/** The reader's dial for a recipe, if we know one: of theirs the same grinder comes first. */
export async function dialForRecipe({ grinderId }: Pick<RecipeGrind, 'grinderId'>, { grinder, ports, who }: Visit) {
  const owned = who ? await ports.ownedEquipment.grinders.list(who.id) : []
  const same = owned.find(({ itemId }) => itemId === grinderId)
  return who && same ? ports.ownGrinders.of(who.id, same.itemId) : grinder
}

/** The reader's own brewer for a recipe, if they have one of its method: the same, else one that takes it, else the default. */
export async function brewerForRecipe(recipe: BrewedAmounts, { ports, who }: Visit) {
  const owned = who ? await ports.ownedEquipment.machines.list(who.id) : []
  const machineOf = ({ itemId }: { itemId: number }) => ports.machines.byId(itemId)
  const ofMethod = owned.filter(item => machineOf(item)?.brewMethod === recipe.method)
  const own = ofMethod.flatMap(item => machineOf(item) ?? [])
  const first = usedFirst(ofMethod)
  return (
    own.find(({ slug }) => slug === recipe.machine?.slug) ??
    own.find(machine => canBrew(machine, recipe)) ??
    (first && machineOf(first))
  )
}

type BrewedAmounts = Pick<RecipeDetail, 'doseGrams' | 'waterGrams'> & {
  method: MethodId
  machine: { slug: string } | undefined
}

/** The same visit on the grinder that the address names, and the cookie that remembers it. */
export async function onGrinderAsked(visit: Visit): Promise<{ visit: Visit; cookies: string[] }> {
  const { url, ports, who } = visit
  const named = ports.grinders.bySlug(url.searchParams.get('grinder') ?? '')
  if (!named) return { visit, cookies: [] }
  return { visit: { ...visit, grinder: await grinderFor(who, named.id, ports) }, cookies: grinderCookie(visit) }
}

/** Only what was chosen on our own page is remembered: a link from elsewhere shows its grinder once. */
function grinderCookie({ request, url, ports }: Visit): string[] {
  const slug = url.searchParams.get('grinder') ?? ''
  const isOurs = request.headers.get('sec-fetch-site') === 'same-origin' && ports.grinders.bySlug(slug)
  return isOurs && slug !== cookieIn(request, 'grinder') ? [choiceCookie('grinder', slug, ports)] : []
}

/** What a reply sets so that the next pages know: no secret, so scripts may read it. */
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

/** In characters, of a language tag and the space around it; nobody's is longer, and the longer one is the longer it takes. */
const LONGEST_LANGUAGE = 40

/** The reader's first language, where it is one. */
function languageOf(request: Request) {
  const named = (request.headers.get('accept-language') ?? 'en').slice(0, LONGEST_LANGUAGE)
  const [first = 'en'] = named.split(/[,;]/)
  try {
    return Intl.NumberFormat.supportedLocalesOf(first.trim())[0] ?? 'en'
  } catch {
    return 'en'
  }
}
