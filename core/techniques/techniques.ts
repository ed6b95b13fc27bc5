import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { AdaptedRecipe, adapt, type WantedBrew } from '../adaptation/adapt.ts'
import { askedAmounts } from '../adaptation/asked-amounts.ts'
import { withFigures } from '../adaptation/step-notes.ts'
import { styleIds } from '../adaptation/style-figures.ts'
import { PublishedAt, Technique, type Techniques } from '../adaptation/technique.ts'
import { baseOfTechnique, brewerTrouble, otherBrewer, techniqueCalled } from '../adaptation/technique-base.ts'
import { hasRatiosOf, otherNamesOf } from '../adaptation/technique-words.ts'
import { roastLevel } from '../coffees/roast.ts'
import { dialIn } from '../dial/dial-in.ts'
import { OnGrinder, presentOnGrinder } from '../dial/on-grinder.ts'
import { type AskedDialPorts, onDialOf, readerOf } from '../dial/reader.ts'
import { forDrinker } from '../drinkers/model.ts'
import type { Machine } from '../equipment/model.ts'
import type { AnyStoredGrinder } from '../equipment/own-grinders.ts'
import * as field from '../fields.ts'
import { machineCalled } from '../grind/find.ts'
import { drinkName, drinkWithArticle, GivenMethod, type MethodId } from '../grind/methods.ts'
import type { AnyGrinder, GrinderCatalog } from '../grind/model.ts'
import { fullName } from '../grind/name.ts'
import { labelOf, settingRead } from '../grind/notation.ts'
import { EquipmentName, presentEquipmentName } from '../grind/ref.ts'
import { wordsOf } from '../names.ts'
import { gramsInWords, ratioInWords } from '../ratio.ts'
import { type TasterPorts, tasterOf } from '../taste/taster.ts'
import { noOpinion, type OpinionOfTechnique, scoresOf, type TechniqueTalk } from './talk.ts'

const { slug, name, method, madeKnownBy, year, text, keeps, steps, grind } = Technique.entries

/** A technique in a list, with its usual amounts. */
export const TechniqueInShort = v.object({
  slug,
  name,
  method,
  style: v.picklist(styleIds),
  madeKnownBy: v.pipe(madeKnownBy, v.description('Null: nobody knows who was first.')),
  year,
  text,
  doseGrams: v.number(),
  waterGrams: v.pipe(v.number(), v.description('All of it, with ice and bypass; for espresso, what is in the cup.')),
  iceGrams: v.nullable(v.number()),
  bypassGrams: v.nullable(v.number()),
  ratio: v.number(),
  waterTempF: v.number(),
  brewTimeSeconds: v.number(),
  grindIndex: v.number(),
  onGrinder: v.optional(OnGrinder),
})
export type TechniqueInShort = v.InferOutput<typeof TechniqueInShort>

/** A technique as it was published, and as it is brewed on one dial. */
export const OpenedTechnique = v.object({
  ...TechniqueInShort.entries,
  steps,
  keeps: v.pipe(keeps, v.description('What defines it. No adaptation changes these.')),
  grind: v.pipe(
    grind,
    v.description('As the author gave it. If that’s only a word, such as “coarse”, the `grindIndex` is our estimate.'),
  ),
  grindNote: v.pipe(v.string(), v.description('Whether the setting is the author’s, or ours.')),
  sources: v.pipe(
    v.array(PublishedAt),
    v.description('Sources of the figures. The text and steps are in our own words.'),
  ),
  machine: v.nullable(EquipmentName),
  adapted: v.pipe(
    v.nullable(AdaptedRecipe),
    v.description('Adapted to the grinder and other parameters you sent. Null without a grinder.'),
  ),
})
export type OpenedTechnique = v.InferOutput<typeof OpenedTechnique>

export const BrowseTechniques = v.object({
  method: v.optional(GivenMethod),
  search: v.optional(v.pipe(field.text(1, 100), v.description('Words from its name, author or description.'))),
  ...onDialOf('Each technique then has onGrinder, its grind on that dial'),
})
/** With the votes and stars of those who brewed it. */
export const ListedTechnique = v.object({
  ...TechniqueInShort.entries,
  upvotes: v.number(),
  downvotes: v.number(),
  avgRating: v.nullable(v.number()),
  ratingCount: v.number(),
})
export const TechniqueList = v.object({
  techniques: v.pipe(
    v.array(ListedTechnique),
    v.description('The best first, by the votes of those who brewed them; then the best known.'),
  ),
})

export const OpenTechnique = v.object({
  slug: field.text(1, 100),
  ...onDialOf('The reply then has `adapted`'),
  ...forDrinker,
  machine: v.optional(
    v.pipe(field.text(1, 200), v.description('Slug or name of your brewer; it must be one for this method.')),
  ),
  roastLevel: v.optional(roastLevel),
  volumeGrams: v.optional(v.pipe(field.waterGrams, v.description('The water to brew with, or the espresso wanted.'))),
  ...askedAmounts,
  strength: v.optional(v.pipe(field.number(1, 5), v.description('1 light to 5 strong; 3 is as published.'))),
  taste: v.optional(v.pipe(field.number(-2, 2), v.description('-2 brighter to 2 richer; 0 is as published.'))),
  daysOffRoast: v.optional(field.daysOffRoast),
  isDecaf: v.optional(v.pipe(field.flag, v.description('Whether the coffee is decaffeinated.'))),
  altitudeMeters: v.optional(field.altitudeMeters),
})

export interface TechniquePorts extends AskedDialPorts, TasterPorts {
  techniques: Techniques
  machines: { list: () => readonly Machine[] }
}

export async function browseTechniques(
  { method, search, grinder }: v.InferOutput<typeof BrowseTechniques>,
  ports: TechniquePorts & { techniqueTalk: TechniqueTalk },
  person: Person | undefined,
): Promise<v.InferOutput<typeof TechniqueList>> {
  const [{ dial }, opinions] = await Promise.all([readerOf(grinder, ports, person), ports.techniqueTalk.opinions()])
  const techniques = byScore(techniquesFor({ method, search }, ports), opinions).map(technique => {
    const inShort = { ...techniqueInShort(technique, ports.grinders), ...(opinions.get(technique.slug) ?? noOpinion) }
    if (!dial) return inShort
    const { grindIndex, grindDoubt } = baseOfTechnique(technique, ports.grinders)
    const dialed = dialIn(dial, grindIndex, { sourceUncertainty: grindDoubt, method: technique.method })
    return { ...inShort, onGrinder: presentOnGrinder(dial, technique.method, dialed, []) }
  })
  return { techniques }
}

/** Those of a method, and with all the words. */
export function techniquesFor(
  { method, search = '' }: { method?: MethodId | undefined; search?: string | undefined },
  { techniques }: Pick<TechniquePorts, 'techniques'>,
): Technique[] {
  const words = wordsOf(search)
  return techniques
    .list()
    .filter(technique => method === undefined || technique.method === method)
    .filter(technique => {
      const said = textsOf(technique).join(' ')
      const text = ` ${wordsOf(said).join(' ')}`
      return words.every(word => text.includes(` ${word}`)) && hasRatiosOf(search, said)
    })
}

/** The best first; those without votes stay in their order. */
export function byScore(techniques: readonly Technique[], opinions: ReadonlyMap<string, OpinionOfTechnique>) {
  const score = scoresOf(opinions)
  return techniques.toSorted((one, other) => score(other.slug) - score(one.slug))
}

/** Those that a brewer can do; without a brewer, all of the method. */
export const techniquesOn = (
  { method, machine }: { method: MethodId; machine: Machine | undefined },
  { techniques, grinders }: Pick<TechniquePorts, 'techniques'> & { grinders: GrinderCatalog },
): Technique[] =>
  techniques
    .list()
    .filter(one => one.method === method && !(machine && brewerTrouble(one, baseOfTechnique(one, grinders), machine)))

/** Everything of it that a search looks at. */
const textsOf = (technique: Technique) => [technique.name, ...otherNamesOf(technique), technique.style, technique.text]

export async function openTechnique(
  { slug, grinder, machine: machineName, ...wanted }: v.InferOutput<typeof OpenTechnique>,
  ports: TechniquePorts,
  person: Person | undefined,
): Promise<OpenedTechnique> {
  const technique = techniqueCalled(slug, ports)
  const base = baseOfTechnique(technique, ports.grinders)
  const machine = machineName === undefined ? undefined : machineCalled(ports.machines, machineName)
  const trouble = machine && brewerTrouble(technique, base, machine)
  if (trouble) throw otherBrewer('machine', trouble)
  const { dial } = await readerOf(grinder, ports, person)
  return {
    ...techniqueInShort(technique, ports.grinders),
    steps: withFigures(technique.steps, 1, 1),
    keeps: technique.keeps,
    grind: technique.grind,
    grindNote: grindNote(technique, ports.grinders),
    sources: sourcesOf(technique),
    machine: machine ? presentEquipmentName(machine) : null,
    adapted: dial ? await adaptTechnique(technique, { ...wanted, brewer: machine }, dial, ports, person) : null,
  }
}

type AskedOfTechnique = Omit<WantedBrew, 'method' | 'style' | 'technique' | 'leftOff'>

/** The technique on a dial, by the rules of a base recipe, and for this person's palate. */
async function adaptTechnique(
  technique: Technique,
  wanted: Omit<AskedOfTechnique, 'palate'>,
  dial: AnyStoredGrinder,
  ports: Pick<TechniquePorts, 'grinders' | keyof TasterPorts>,
  person: Person | undefined,
  nudgeSteps = 0,
): Promise<AdaptedRecipe> {
  const palate = (await tasterOf(person, ports))?.palate
  return techniqueOn(technique, { ...wanted, palate }, dial, ports, person, nudgeSteps)
}

/** For a palate that is known already. */
export function techniqueOn(
  technique: Technique,
  wanted: AskedOfTechnique,
  dial: AnyStoredGrinder,
  { grinders }: Pick<TechniquePorts, 'grinders'>,
  person: Person | undefined,
  nudgeSteps = 0,
): AdaptedRecipe {
  const base = baseOfTechnique(technique, grinders)
  const { method, style } = base
  const altitudeMeters = wanted.altitudeMeters ?? person?.water.altitudeMeters
  return adapt({ ...wanted, method, style, altitudeMeters, technique: base }, dial, nudgeSteps)
}

/** Where it was read, its author's own page first. */
export function sourcesOf({ origin, source, secondSource }: Technique) {
  const all = [origin, source, secondSource].flatMap(source => source ?? [])
  return all.filter(({ url }, at) => all.findIndex(other => other.url === url) === at)
}

/** Whether the setting is the author's, or ours. */
export function grindNote({ grind, method, style }: Technique, grinders: GrinderCatalog) {
  const { words, grinder, setting, than, like } = grind
  const theirs = grinder === null ? undefined : grinders.bySlug(grinder)
  if (theirs) return `Published as ${settingInWords(theirs, setting)} on the ${fullName(theirs)}.`
  const compared = like
    ? than
      ? `${than} than for filter`
      : 'as for filter'
    : than && `${than} than ${style === 'iced' ? 'hot' : 'usual'}`
  const said = [words, compared].flatMap(one => one ?? []).join(', ')
  if (said === '') return `No grind was published, so this is the usual starting point for ${drinkWithArticle(method)}.`
  return `The author only says “${said}”. This setting is our reading of that for ${drinkWithArticle(method)}.`
}

/** As the dial shows it. */
function settingInWords(theirs: AnyGrinder, setting: string | null) {
  const read = settingRead(theirs, setting ?? '')
  return read === undefined ? setting : labelOf(theirs, read)
}

export function techniqueInShort(technique: Technique, grinders: GrinderCatalog): TechniqueInShort {
  const { slug, name, method, madeKnownBy, year, text, iceGrams, bypassGrams } = technique
  const { style, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, grindIndex } = baseOfTechnique(
    technique,
    grinders,
  )
  const amounts = { doseGrams, waterGrams, iceGrams, bypassGrams, ratio, waterTempF, brewTimeSeconds, grindIndex }
  return { slug, name, method, style, madeKnownBy, year, text, ...amounts }
}

/** For a text that is read without the rest. */
export const techniqueInLine = ({ slug, name, method, madeKnownBy, doseGrams, waterGrams, ratio }: TechniqueInShort) =>
  `${slug}: ${name}${madeKnownBy ? ` by ${madeKnownBy.name}` : ''}, ${drinkName(method)}, ${gramsInWords(doseGrams)}, ${gramsInWords(waterGrams)} (${ratioInWords(ratio)})`
