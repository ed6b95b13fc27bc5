import type * as v from 'valibot'
import { adapt } from '../adaptation/adapt.ts'
import type { Coffees } from '../coffees/coffees.ts'
import { flavorNotesIn } from '../coffees/notes.ts'
import { searchWords } from '../coffees/search.ts'
import { type Embeds, presentEmbedRecipe } from '../embeds/embeds.ts'
import { DEFAULT_EMBED_CONFIG, type EmbedCoffee, type RoasterEmbed } from '../embeds/model.ts'
import type { Grinders, Machines } from '../equipment/equipment.ts'
import { usualGrinder, usualMachine } from '../equipment/usual.ts'
import type { MethodId } from '../grind/methods.ts'
import type { ListRoasters } from './model.ts'
import type { Roasters } from './roasters.ts'
import { hostsTyped } from './website.ts'

interface TrialPorts {
  roasters: Roasters
  coffees: Coffees
  embeds: Embeds
  grinders: Grinders
  machines: Machines
}

/** A roaster to try the widget with, and the coffee to show first if that was what they typed. */
export interface TrialMatch {
  name: string
  slug: string
  coffee?: string
}

/** How many roasters are offered if several match. */
const MOST_MATCHES = 6
const MOST_COFFEES = 6
const SHOWN_METHODS: MethodId[] = ['v60', 'espresso', 'aeropress']

/**
 * Roasters by what they typed: their web address, else their name, else the name of one of their
 * coffees. Web addresses are only compared with the websites we know.
 */
export async function findTrialRoasters(
  typed: v.InferOutput<typeof ListRoasters>['search'],
  { roasters, coffees }: Pick<TrialPorts, 'roasters' | 'coffees'>,
): Promise<TrialMatch[]> {
  if (typed === undefined) return []
  const hosts = hostsTyped(typed)
  const named =
    hosts.length > 0
      ? await roasters.byWebsite(hosts, MOST_MATCHES)
      : (await roasters.list({ search: typed, page: 1, limit: MOST_MATCHES })).roasters
  if (named.length > 0) return named.map(({ name, slug }) => ({ name, slug }))
  const words = searchWords(typed)
  const { data } = words.length > 0 ? await coffees.list({ words, sort: 'match', limit: 1 }) : { data: [] }
  return data.map(({ slug, roaster }) => ({ name: roaster.name, slug: roaster.slug, coffee: slug }))
}

/**
 * What the widget shows for a roaster without recipes of its own: our recipes for its coffees, so
 * that it can be tried before anything is written. Undefined if the roaster has recipes.
 */
export async function embedByRule({ name, slug }: TrialMatch, ports: TrialPorts): Promise<RoasterEmbed | undefined> {
  const roaster = await ports.embeds.roaster(slug)
  if (roaster && (await ports.embeds.coffees(roaster.id)).length > 0) return undefined
  const { data } = roaster
    ? await ports.coffees.list({ roasterId: roaster.id, sort: 'place', limit: MOST_COFFEES })
    : { data: [] }
  const coffees = data.map(({ name, slug, roastLevel, flavorProfile, picture, buyUrl }): EmbedCoffee => {
    return { name, slug, roastLevel, flavorNotes: flavorNotesIn(flavorProfile), picture, buyUrl }
  })
  return embedWith({ name, slug }, coffees.length > 0 ? coffees : [{ ...demoCoffee, name: 'Your coffee' }], ports)
}

/** An invented roaster and coffee, shown until a roaster is chosen. */
export const demoEmbed = (ports: Pick<TrialPorts, 'grinders' | 'machines'>): RoasterEmbed =>
  embedWith({ name: 'Ottermill Coffee Roasters', slug: 'ottermill' }, [demoCoffee], ports)

const demoCoffee: EmbedCoffee = {
  name: 'Yirgacheffe Konga',
  slug: 'yirgacheffe-konga',
  roastLevel: 'LIGHT',
  flavorNotes: ['jasmine', 'lemon zest', 'peach'],
  picture: null,
  buyUrl: null,
}

const embedWith = (
  roaster: RoasterEmbed['roaster'],
  coffees: EmbedCoffee[],
  ports: Pick<TrialPorts, 'grinders' | 'machines'>,
): RoasterEmbed => ({
  roaster,
  recipes: coffees.flatMap(coffee => SHOWN_METHODS.map(method => ({ ...recipeByRule(method, coffee, ports), coffee }))),
  embedConfig: DEFAULT_EMBED_CONFIG,
  mayHidePoweredBy: false,
  coffees: coffees.map(({ name, slug, flavorNotes }) => ({ name, slug, flavorNotes })),
})

function recipeByRule(
  method: MethodId,
  { roastLevel }: Pick<EmbedCoffee, 'roastLevel'>,
  ports: Pick<TrialPorts, 'grinders' | 'machines'>,
) {
  const brewer = usualMachine(ports, method)
  const { doseGrams, waterGrams, ratio, waterTempF, grindIndex, brewTimeSeconds, steps } = adapt(
    { method, brewer, roastLevel },
    usualGrinder(ports),
  )
  const figures = { method, doseGrams, waterGrams, ratio, waterTempF, grindIndex, brewTimeSeconds, steps }
  return presentEmbedRecipe({ ...figures, grindSize: null, notes: null, isDefault: true })
}
