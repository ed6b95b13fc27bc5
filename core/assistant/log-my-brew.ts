import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { foundBrew, reviseBrew } from '../brews/brews.ts'
import { logBrew } from '../brews/log-brew.ts'
import { type ExtractionFeedback, LogBrew, ReviseBrew, type StoredBrew, whenBrewed } from '../brews/model.ts'
import { asDrunkBy, coachedDrinker } from '../brews/who-drank.ts'
import { Fault, faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { GivenSetting, settingIn } from '../grind/given.ts'
import { methodById } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import { labelOf } from '../grind/notation.ts'
import { exactRatio, gramsInWords } from '../ratio.ts'
import { amountsFor, wholeWaterOf } from '../recipes/arithmetic.ts'
import { tenths } from '../rounding.ts'
import { beanAge } from '../setup/setup.ts'
import type { Site } from '../site.ts'
import { fahrenheitOf } from '../temperature.ts'
import { brewInWords, loggedTaste, saidTastes, temperatureInWords } from './brew-in-short.ts'
import {
  type AsDrinker,
  type BrewAhead,
  beansOf,
  brewAhead,
  type FiguresAhead,
  figuresAhead,
  type LeftOffHerePorts,
} from './left-off-here.ts'
import { CoachedCup, coachedCup, nextCupInWords } from './next-cup.ts'
import { coffeeInput, coffeeWithRoaster, isBrewOf } from './own-coffees.ts'
import { asDrinkerCalled, drinkerInput } from './own-drinkers.ts'
import { grinderInput, styleInput } from './own-gear.ts'

/** A brew of theirs: its id, or the last one. */
export const brewOrLast = v.union(
  [field.id, v.pipe(field.boundedWord('must be the id of a brew, or last'), v.literal('last', 'must be last'))],
  'must be the id of a brew, or last',
)

const taste = v.pipe(
  v.array(
    field.choiceAs(word => synonyms[word.trim().toLowerCase()] ?? word.trim().toLowerCase(), saidTastes),
    'must be a list of words',
  ),
  v.maxLength(saidTastes.length, `must have at most ${saidTastes.length} words`),
  v.description(
    'How it tasted, as they said it: "a bit sour" is ["sour"], thin or watery is weak, too strong is strong, good is balanced. Leave it out if they didn’t say.',
  ),
)

/** Other words for the same, as people say them. */
const synonyms: Record<string, string> = {
  watery: 'weak',
  thin: 'weak',
  astringent: 'harsh',
  dry: 'harsh',
  good: 'balanced',
  great: 'balanced',
  'just right': 'balanced',
}

export const LogMyBrew = v.object({
  doseGrams: v.optional(v.pipe(field.doseGrams, v.description('Coffee in: "15 in" is 15.'))),
  waterGrams: v.optional(
    v.pipe(field.waterGrams, v.description('Water, or the yield of an espresso: "250 out" is 250.')),
  ),
  setting: v.optional(v.pipe(GivenSetting, v.description('Where the grinder was, as its dial shows it: 22, "2.5.1".'))),
  waterTempC: v.optional(v.pipe(field.number(0, 100), v.description('The water in Celsius. Or send waterTempF.'))),
  waterTempF: v.optional(v.pipe(field.waterTempF, v.description('The water in Fahrenheit. Or send waterTempC.'))),
  brewTimeSeconds: v.optional(v.pipe(field.brewTimeSeconds, v.description('"2:50" is 170.'))),
  taste: v.optional(taste),
  rating: v.optional(v.pipe(field.rating, v.description('Stars, 1 to 5. Only if they gave some.'))),
  notes: v.optional(v.pipe(field.longText, v.description('What else they said of it, in their words.'))),
  coffee: coffeeInput,
  brewer: v.optional(
    v.pipe(
      field.text(1, 200),
      v.description(
        'The brewer or method as they call it: "v60", "aeropress go". Send "espresso" if they tell of a shot, such as 18 in and 36 out. Default: as they brewed last.',
      ),
    ),
  ),
  grinder: grinderInput,
  style: styleInput,
  drinker: drinkerInput,
  tdsPercent: v.optional(field.tdsPercent),
  brewedAt: v.optional(whenBrewed),
  brew: v.optional(
    v.pipe(
      brewOrLast,
      v.description(
        'Only to add taste, rating or notes to a brew that is already logged: its id, or "last". Nothing new is logged then.',
      ),
    ),
  ),
})
type ToldBrew = v.InferOutput<typeof LogMyBrew>

export const BrewLogged = v.object({
  ...CoachedCup.entries,
  isNew: v.pipe(v.boolean(), v.description('False if it had been logged before.')),
  assumed: v.pipe(v.array(v.string()), v.description('What nobody said, and was taken from `assumedFrom`.')),
  assumedFrom: v.nullable(v.string()),
})

type LogMyBrewPorts = LeftOffHerePorts & Parameters<typeof logBrew>[1] & { site: Site }

/** Logs a cup as somebody tells of it, or what they say of it afterwards, and answers with the next step. */
export async function logMyBrew(said: ToldBrew, ports: LogMyBrewPorts, person: Person) {
  const who = await asDrinkerCalled(said.drinker, ports, person)
  if (said.brew !== undefined) return addToBrew(said, ports, person, who)
  const ahead = await brewAhead(said, ports, who)
  const known = await repeated(said, ahead, ports, who)
  if (known !== undefined) return answer(known, who, { how: 'Already logged a moment ago as' }, ports, person)
  const figures = await figuresAhead(ahead, ports, who)
  const { input, assumed } = await toLog(said, ahead, figures, ports, who)
  const { brewLog } = await logBrew(input, ports, person)
  return answer(brewLog.id, who, { how: 'Logged as', assumed, from: figures.from }, ports, person)
}

/** The brew as the log takes it, and what of it nobody said. */
async function toLog(said: ToldBrew, ahead: BrewAhead, figures: FiguresAhead, ports: LogMyBrewPorts, who: AsDrinker) {
  const { coffee, brewer, grinder, style, last } = ahead
  if (!brewer) throw faultAt(['brewer'], 'is required for the first brew, such as "v60".')
  const amounts = amountsSaid(said, figures)
  const waterTempF = temperatureSaid(said) ?? figures.waterTempF
  const { coffeeId, bag } = await beansOf(coffee, ports, who)
  const isSameBrewer = said.brewer === undefined || (brewer.machine?.id ?? null) === (last?.machineId ?? null)
  const input = v.parse(LogBrew, {
    method: brewer.method,
    machineId: brewer.machine?.id,
    grinderId: grinder?.id,
    coffeeProfileId: coffeeId,
    bagId: bag?.id,
    style,
    technique: isSameBrewer && said.style === undefined ? figures.technique : null,
    ...amounts,
    grindSetting: said.setting ?? figures.grindSetting,
    waterTempF,
    brewTimeSeconds: said.brewTimeSeconds,
    tdsPercent: said.tdsPercent,
    daysOffRoast: said.brewedAt === undefined && coffee ? await beanAge({ coffeeId, bag }, ports, who) : null,
    brewedAt: said.brewedAt,
    drinkerId: who.drinkerId,
    extractionFeedback: feedbackSaid(said),
    rating: said.rating,
    notes: said.notes,
  })
  const { doseGrams, waterGrams, grindSetting } = input
  const isUnsaid = (one: unknown, value: unknown) => one === undefined && value != null
  const assumed = [
    ...(said.coffee === undefined ? [coffee ? coffeeWithRoaster(coffee) : 'no particular coffee'] : []),
    ...(said.brewer === undefined ? [brewer.machine ? fullName(brewer.machine) : methodById[brewer.method].name] : []),
    ...(said.grinder === undefined && grinder ? [fullName(grinder)] : []),
    ...(isUnsaid(said.setting, grindSetting) && grinder ? [labelOf(grinder, Number(grindSetting))] : []),
    ...(isUnsaid(said.doseGrams, doseGrams) ? [`${gramsInWords(Number(doseGrams))} of coffee`] : []),
    ...(isUnsaid(said.waterGrams, waterGrams)
      ? [`${gramsInWords(Number(waterGrams))} ${brewer.method === 'espresso' ? 'out' : 'of water'}`]
      : []),
    ...(temperatureSaid(said) === undefined && waterTempF !== null ? [temperatureInWords(waterTempF)] : []),
  ]
  return { input, assumed }
}

/** Of two amounts, one that nobody said is as it was left off or, with another first one, in the same ratio. */
function amountsSaid({ doseGrams, waterGrams }: ToldBrew, figures: FiguresAhead) {
  const { doseGrams: dose, waterGrams: water } = figures
  if (doseGrams !== undefined && waterGrams !== undefined) return { doseGrams, waterGrams }
  if (dose === null || water === null) return { doseGrams: doseGrams ?? dose, waterGrams: waterGrams ?? water }
  if (doseGrams !== undefined)
    return doseGrams === dose
      ? { doseGrams, waterGrams: water }
      : { doseGrams, waterGrams: wholeWaterOf(doseGrams, exactRatio(dose, water)) }
  if (waterGrams === undefined || waterGrams === water) return { doseGrams: dose, waterGrams: water }
  return { doseGrams: amountsFor(waterGrams, exactRatio(dose, water)).doseGrams, waterGrams }
}

function temperatureSaid({ waterTempC, waterTempF }: ToldBrew): number | undefined {
  if (waterTempC === undefined) return waterTempF
  const fahrenheit = tenths(fahrenheitOf(waterTempC))
  if (waterTempF !== undefined && Math.abs(waterTempF - fahrenheit) > 1)
    throw faultAt(['waterTempC'], 'and waterTempF disagree; send only one.')
  return fahrenheit
}

const feedbackSaid = ({ taste }: Pick<ToldBrew, 'taste'>): ExtractionFeedback | null =>
  taste === undefined || taste.length === 0
    ? null
    : Object.fromEntries(taste.map(word => [loggedTaste(word), true as const]))

/** An assistant that got no answer sends the same again; nobody drinks the same cup twice in this time. */
const REPEATED_WITHIN_MS = 5 * 60_000
const LATEST = 20

/** The brew that was just logged with the same words, if there is one. */
async function repeated(said: ToldBrew, ahead: BrewAhead, ports: LogMyBrewPorts, who: AsDrinker) {
  const { data } = await ports.brews.list(who.id, { drinkerId: who.drinkerId, limit: LATEST })
  const now = ports.clock().getTime()
  const setting = said.setting === undefined ? undefined : settingIn(said.setting, ahead.grinder).grindSetting
  const { coffee, brewer, grinder } = ahead
  const isSame = <T>(one: T | null | undefined, other: T | null) => one === undefined || one === other
  const same = data.find(
    brew =>
      now - Date.parse(brew.createdAt) < REPEATED_WITHIN_MS &&
      isSame(said.doseGrams, brew.doseGrams) &&
      isSame(said.waterGrams, brew.waterGrams) &&
      isSame(temperatureSaid(said), brew.waterTempF) &&
      isSame(setting, brew.grindSetting) &&
      isSame(said.brewedAt, brew.brewedAt) &&
      isSame(said.style, brew.style) &&
      (said.coffee === undefined || (coffee !== undefined && isBrewOf(brew, coffee))) &&
      isSame(said.brewer && brewer?.method, brew.method) &&
      isSame(said.grinder && (grinder?.id ?? null), brew.grinderId) &&
      (said.brewTimeSeconds ?? null) === brew.brewTimeSeconds &&
      (said.tdsPercent ?? null) === brew.tdsPercent &&
      (said.rating ?? null) === brew.rating &&
      (said.notes ?? null) === brew.notes &&
      tastesAlike(feedbackSaid(said), brew.extractionFeedback),
  )
  return same?.id
}

const tastesAlike = (one: ExtractionFeedback | null, other: ExtractionFeedback | null) => {
  const toldIn = (feedback: ExtractionFeedback | null) =>
    Object.entries(feedback ?? {})
      .flatMap(([word, isSo]) => (isSo ? [word] : []))
      .sort()
      .join()
  return toldIn(one) === toldIn(other)
}

/** Says more of a brew that is logged. What its owner has said of it before stays. */
async function addToBrew(said: ToldBrew, ports: LogMyBrewPorts, person: Person, who: AsDrinker) {
  const { brew: asked, taste: _, rating, notes, drinker, ...others } = said
  const [other] = Object.entries(others).find(([, one]) => one !== undefined) ?? []
  if (other) throw faultAt([other], 'belongs to a new brew: with `brew`, send only taste, rating, notes and drinker.')
  const whose = drinker === undefined ? undefined : who.drinkerId
  const id = asked === 'last' ? (await ports.brews.last(person.id, whose))?.id : asked
  if (id === undefined) throw new Fault('brew-not-found', 'There is no brew to add this to. Log it as a new one.')
  const brew = await foundBrew(ports.brews.byId(person.id, id), id)
  const isShared = (brew.drinkerIds ?? []).length > 1
  const drinkerId = whose ?? (isShared ? undefined : coachedDrinker(brew))
  if (isShared && drinkerId === undefined)
    throw faultAt(['drinker'], `is required: several people drank brew ${id}, each with a taste of their own.`)
  const before = asDrunkBy(brew, drinkerId)
  const extractionFeedback = feedbackSaid(said) ?? undefined
  const isTold = Object.values(before.extractionFeedback ?? {}).includes(true)
  const { baseUrl, paths } = ports.site
  const refuse = (what: string) => {
    throw new Fault(
      'invalid',
      `Brew ${id} already has ${what}, which stays. It can be changed at ${baseUrl}${paths.brew(id)}.`,
    )
  }
  if (extractionFeedback && isTold && !tastesAlike(extractionFeedback, before.extractionFeedback)) refuse('a taste')
  if (rating !== undefined && before.rating !== null && rating !== before.rating) refuse('a rating')
  if (notes !== undefined && brew.notes !== null && notes !== brew.notes) refuse('notes')
  const review = isShared
    ? { cups: cupsWith(brew, drinkerId as number, { extractionFeedback, rating }) }
    : { extractionFeedback, rating }
  await reviseBrew(v.parse(ReviseBrew, { id, notes, ...review }), ports, person)
  return answer(id, { ...who, drinkerId: drinkerId ?? who.drinkerId }, { how: 'Added to' }, ports, person)
}

/** What each drinker said, with what one of them says now. */
function cupsWith(
  { cups }: Pick<StoredBrew, 'cups'>,
  drinkerId: number,
  { extractionFeedback, rating }: { extractionFeedback: ExtractionFeedback | undefined; rating: number | undefined },
) {
  const own = cups?.find(cup => cup.drinkerId === drinkerId)
  return [
    ...(cups ?? []).filter(cup => cup.drinkerId !== drinkerId),
    {
      drinkerId,
      rating: rating ?? own?.rating ?? null,
      extractionFeedback: extractionFeedback ?? own?.extractionFeedback ?? null,
    },
  ]
}

interface LogOutcome {
  how: 'Logged as' | 'Already logged a moment ago as' | 'Added to'
  assumed?: string[]
  from?: string
}

async function answer(
  id: number,
  who: AsDrinker,
  { how, assumed = [], from }: LogOutcome,
  ports: LogMyBrewPorts,
  person: Person,
) {
  const cup = await coachedCup({ id, drinkerId: who.drinkerId }, ports, person)
  const assumedFrom = assumed.length === 0 ? null : (from ?? null)
  const { baseUrl, paths } = ports.site
  const text = [
    `${how} brew ${id}: ${brewInWords(cup.brew)}.`,
    ...(assumed.length === 0 ? [] : [`Assumed, because nobody said so: ${assumed.join('; ')} (from ${assumedFrom}).`]),
    nextCupInWords(cup),
    `It can be corrected at ${baseUrl}${paths.brew(id)}.`,
  ].join('\n')
  return { reply: { ...cup, isNew: how === 'Logged as', assumed, assumedFrom }, text }
}
