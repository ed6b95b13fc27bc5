import type { Person } from '../accounts/model.ts'
import { presentStyle, unusualStyle } from '../adaptation/styles.ts'
import { logBrew } from '../brews/log-brew.ts'
import { type ExtractionFeedback, LogBrew } from '../brews/model.ts'
import { faultAt } from '../errors.ts'
import { methodById } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import { labelOf } from '../grind/notation.ts'
import { exactRatio, gramsInWords } from '../ratio.ts'
import { amountsFor, wholeWaterOf } from '../recipes/arithmetic.ts'
import { acceptedBy } from './accepted.ts'
import { addToBrew } from './add-to-brew.ts'
import { type BrewAhead, brewAhead } from './brew-ahead.ts'
import { temperatureInWords, waterInWords } from './brew-in-short.ts'
import { beansOf, type FiguresAhead, figuresAhead } from './figures-ahead.ts'
import { type LogMyBrewPorts, loggedAnswer } from './logged-answer.ts'
import { coffeeWithRoaster } from './own-coffees.ts'
import { type AsDrinker, asDrinkerCalled, namesOfDrinkers } from './own-drinkers.ts'
import { feedbackSaid, type ToldBrew, temperatureSaid } from './told-brew.ts'

/** Logs a cup as somebody describes it, or adds what they say of it later, and answers with the next step. */
export async function logMyBrew(said: ToldBrew, ports: LogMyBrewPorts, person: Person) {
  if (said.brew !== undefined) return addToBrew(said, ports, person, await asDrinkerCalled(said.drinker, ports, person))
  const [first, ...others] = said.drinker === undefined ? [] : namesOfDrinkers(said.drinker)
  const who = await asDrinkerCalled(first, ports, person)
  const drinkerIds = [who.drinkerId]
  for (const name of others) drinkerIds.push((await asDrinkerCalled(name, ports, person)).drinkerId)
  const ahead = await brewAhead(said, ports, who)
  const figures = await figuresAhead(ahead, ports, who)
  const { input, assumed } = await toLog(said, ahead, figures, ports, who, [...new Set(drinkerIds)])
  const { brewLog } = await logBrew(input, ports, person)
  const { drinkerId } = who
  return loggedAnswer({ id: brewLog.id, drinkerId }, { how: 'Logged as', assumed, from: figures.from }, ports, person)
}

/** The input for the log, and the parts of it that nobody said. */
async function toLog(
  said: ToldBrew,
  ahead: BrewAhead,
  figures: FiguresAhead,
  ports: LogMyBrewPorts,
  who: AsDrinker,
  drinkerIds: number[],
) {
  const { coffee, brewer, grinder, style, last } = ahead
  if (!brewer) throw faultAt(['brewer'], 'is required for the first brew, such as "v60".')
  const amounts = amountsSaid(said, figures)
  const waterTempF = temperatureSaid(said) ?? figures.waterTempF
  const { coffeeId, bag } = await beansOf(coffee, ports, who)
  const isSameBrewer = said.brewer === undefined || (brewer.machine?.id ?? null) === (last?.machineId ?? null)
  const input = acceptedBy(LogBrew, {
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
    brewedAt: said.brewedAt,
    ...reviewedBy(drinkerIds, { extractionFeedback: feedbackSaid(said), rating: said.rating ?? null }),
    notes: said.notes,
  })
  const { doseGrams, waterGrams, grindSetting } = input
  const isUnsaid = (one: unknown, value: unknown) => one === undefined && value != null
  const assumed = [
    ...(said.coffee === undefined ? [coffee ? coffeeWithRoaster(coffee) : 'no particular coffee'] : []),
    ...(said.brewer === undefined ? [brewer.machine ? fullName(brewer.machine) : methodById[brewer.method].name] : []),
    ...(said.style === undefined && style && unusualStyle(style) ? [presentStyle(style).name.toLowerCase()] : []),
    ...(said.grinder === undefined && grinder ? [fullName(grinder)] : []),
    ...(isUnsaid(said.setting, grindSetting) && grinder ? [labelOf(grinder, Number(grindSetting))] : []),
    ...(isUnsaid(said.doseGrams, doseGrams) ? [`${gramsInWords(Number(doseGrams))} of coffee`] : []),
    ...(isUnsaid(said.waterGrams, waterGrams) ? [waterInWords(brewer.method, Number(waterGrams))] : []),
    ...(temperatureSaid(said) === undefined && waterTempF !== null ? [temperatureInWords(waterTempF)] : []),
  ]
  return { input, assumed }
}

/** Who drank it and what they said of it: if there are several, the same for each. */
const reviewedBy = (
  drinkerIds: number[],
  review: { extractionFeedback: ExtractionFeedback | null; rating: number | null },
) =>
  drinkerIds.length === 1
    ? { drinkerId: drinkerIds[0], ...review }
    : {
        drinkerIds,
        ...((review.extractionFeedback !== null || review.rating !== null) && {
          cups: drinkerIds.map(drinkerId => ({ drinkerId, ...review })),
        }),
      }

/** An amount that nobody said follows from the other by the last ratio; if neither was said, both are the last ones. */
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
