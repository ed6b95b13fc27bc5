import * as v from 'valibot'
import type { NewBrew } from '../brews/brews.ts'
import type { StoredGrinder } from '../equipment/equipment.ts'
import * as field from '../fields.ts'
import { grinderMeant } from '../grind/find.ts'
import { methodById } from '../grind/methods.ts'
import type { AnyGrinder } from '../grind/model.ts'
import { eachWithPauses, mapWithPauses } from '../pauses.ts'
import { broughtBag, datesOf, type PlannedBag } from './bag.ts'
import * as app from './beanconqueror.ts'
import {
  type BagDates,
  cut,
  daysAfterRoast,
  groundAt,
  heated,
  measured,
  outOfFive,
  poured,
  type Remark,
  remarkNoNumber,
  withinBounds,
  withPlausibleDrink,
} from './figures.ts'
import type { Findings, GrinderMeant, ImportedKind } from './import-report.ts'
import { countedKind } from './import-report-words.ts'
import { preparedAs } from './preparation.ts'

/**
 * What an import would add, what it would not, and why. It is complete before anything is written.
 */
interface Plan extends Findings {
  bags: PlannedBag[]
  brews: PlannedBrew[]
  grinders: GrinderMeant[]
  /** Uuids that brews refer to and the file does not contain. */
  absent: { bags: Set<string>; grinders: Set<string> }
}

/**
 * The bag is looked up by its key, in this file or an earlier one, and its coffee with it. If it is
 * unknown, it is left out.
 */
export type PlannedBrew = Pick<NewBrew, 'method'> &
  Partial<NewBrew> & {
    recipeVersion?: number | null
    importKey: string
    bagKey: string | null
    createdAt: string
    savedAsRecipe: boolean
  }

interface Surroundings {
  grinders: readonly StoredGrinder[]
  /** A grinder with the person's calibration. */
  ownCurve: (grinder: StoredGrinder) => AnyGrinder
  owns: (grinder: StoredGrinder) => boolean
  /** Those that the person describes for this import, by their names in the file. */
  described: ReadonlyMap<string, StoredGrinder>
  now: Date
}

export async function planImport(file: app.BeanconquerorFile, around: Surroundings): Promise<Plan> {
  const absent = { bags: new Set<string>(), grinders: new Set<string>() }
  const plan: Plan = { bags: [], brews: [], grinders: [], absent, notTaken: [], remarks: [] }
  const settings = v.parse(app.Settings, file.SETTINGS?.[0])
  const beans = await readable(app.Bean, 'bean', file.BEANS, plan)
  const brews = await readable(app.Brew, 'brew', file.BREWS, plan)
  const mills = await millsIn(file, around, plan)
  const preparations = await preparationsIn(file, plan)
  const bags = new Map(beans.map(bean => [bean.config.uuid, datesOf(bean)]))

  await eachWithPauses(beans, bean => planBean(bean, settings.bean_rating, around.now, plan))
  await eachWithPauses(brews, brew =>
    planBrew(
      brew,
      {
        prepared: preparations.get(brew.method_of_preparation),
        grinder: mills.get(brew.mill),
        bag: bags.get(brew.bean),
        lacksGrinder: brew.mill !== '' && !mills.has(brew.mill),
        lacksBag: brew.bean !== '' && !bags.has(brew.bean),
        best: settings.brew_rating,
      },
      around,
      plan,
    ),
  )
  const besides = usedBesidesDoses(brews, plan.brews)
  for (const bag of plan.bags) if (bag.setGrams !== null) bag.setGrams -= besides.get(bag.importKey) ?? 0
  return plan
}

/**
 * For each bean, how many grams more of it the app has used than the doses of its brews are here, so
 * that as much is left here as there. The app subtracts what went into the grinder, where that was
 * weighed, also of a brew that is not imported.
 */
function usedBesidesDoses(brews: readonly app.Brew[], planned: readonly PlannedBrew[]) {
  const besides = new Map<string, number>()
  const add = (bean: string, grams: number) => besides.set(bean, (besides.get(bean) ?? 0) + grams)
  for (const { bean, bean_weight_in, grind_weight } of brews)
    add(bean, bean_weight_in > 0 ? bean_weight_in : grind_weight)
  for (const { bagKey, doseGrams } of planned) if (bagKey !== null) add(bagKey, -(doseGrams ?? 0))
  return besides
}

/** Sentences that say what must be missing from a file, if anything. */
export function absentInWords({ absent: { bags, grinders } }: Plan): string[] {
  const names = [
    ...(bags.size > 0 ? [countedKind(bags.size, 'bean')] : []),
    ...(grinders.size > 0 ? [countedKind(grinders.size, 'grinder')] : []),
  ]
  if (names.length === 0) return []
  const are = bags.size + grinders.size === 1 ? 'is' : 'are'
  return [
    `The brews refer to ${names.join(' and ')} that ${are} not in the file. Export again, and import the whole archive.`,
  ]
}

/** Only rows with a uuid, because others would be added again by a second import. */
function readable<T extends v.GenericSchema>(
  schema: T,
  kind: ImportedKind,
  rows: unknown[] | undefined,
  { notTaken }: Plan,
) {
  const seen = new Set<string>()
  return mapWithPauses(rows ?? [], (row, at): v.InferOutput<T> | undefined => {
    const name = `number ${at + 1} of the list`
    const parsed = v.safeParse(schema, row)
    const uuid = parsed.success && (parsed.output as { config: { uuid: string } }).config.uuid
    if (!uuid) notTaken.push({ kind, uuid: null, name, reason: 'The ID (config.uuid) is missing.' })
    else if (seen.has(uuid)) notTaken.push({ kind, uuid, name, reason: 'This is in the file twice.' })
    else {
      seen.add(uuid)
      return parsed.output
    }
  })
}

async function millsIn(file: app.BeanconquerorFile, { grinders, owns, described }: Surroundings, plan: Plan) {
  const mills = new Map<string, StoredGrinder | undefined>()
  await eachWithPauses(await readable(app.Mill, 'grinder', file.MILL, plan), ({ name, config }) => {
    const grinder = described.get(name) ?? grinderMeant(grinders, name, owns)
    plan.grinders.push({ name, grinder })
    if (!grinder)
      plan.remarks.push({
        kind: 'grinder',
        uuid: config.uuid,
        name,
        remark: 'We couldn’t match this grinder; its settings are kept as written, without a grind index.',
        isMinor: true,
      })
    mills.set(config.uuid, grinder)
  })
  return mills
}

export const millNames = ({ MILL = [] }: app.BeanconquerorFile): Set<string> =>
  new Set(
    MILL.flatMap(row => {
      const mill = v.safeParse(app.Mill, row)
      return mill.success ? [mill.output.name] : []
    }),
  )

async function preparationsIn(file: app.BeanconquerorFile, plan: Plan) {
  const preparations = new Map<string, Prepared>()
  await eachWithPauses(await readable(app.Preparation, 'machine', file.PREPARATION, plan), preparation => {
    const { method, style, kin } = preparedAs(preparation)
    const name = preparation.name || preparation.type
    const { uuid } = preparation.config
    if (kin)
      plan.remarks.push({
        kind: 'machine',
        uuid,
        name,
        remark: `We don’t have this method; its brews are logged as ${methodById[method].name}, the closest one.`,
        sum: 'We don’t have this method; its brews are logged as the closest one.',
        isMinor: true,
      })
    preparations.set(uuid, { method, style })
  })
  return preparations
}

function planBean(bean: app.Bean, best: number, now: Date, plan: Plan) {
  const { uuid } = bean.config
  const name = bean.name || 'unnamed'
  const bag = broughtBag(bean, best, now, (remark, sort) =>
    plan.remarks.push({ kind: 'bean', uuid, name, remark, ...sort }),
  )
  if (typeof bag !== 'string') plan.bags.push(bag)
  else plan.notTaken.push({ kind: 'bean', uuid, name, reason: `${bag} The brews are kept, without a coffee.` })
}

type Prepared = Pick<ReturnType<typeof preparedAs>, 'method' | 'style'>

interface Equipped {
  prepared: Prepared | undefined
  grinder: StoredGrinder | undefined
  bag: BagDates | undefined
  /** The brew refers to a grinder, or a bag, that is not in the file. */
  lacksGrinder: boolean
  lacksBag: boolean
  /** The maximum of the app's rating scale. */
  best: number
}

function planBrew(brew: app.Brew, equipped: Equipped, around: Surroundings, plan: Plan) {
  const { prepared, grinder, bag, best } = equipped
  const { uuid, unix_timestamp } = brew.config
  const brewedAt = unix_timestamp * 1000
  const leaveOut = (name: string, reason: string) => plan.notTaken.push({ kind: 'brew', uuid, name, reason })
  if (!(brewedAt > 0)) return leaveOut('without a date', 'The date is missing.')
  if (brewedAt > around.now.getTime()) return leaveOut(dayToCome(brewedAt), 'The date is in the future.')
  const createdAt = new Date(brewedAt).toISOString()
  if (!prepared) return leaveOut(createdAt, 'The preparation is not in the file.')
  const remark: Remark = (text, sort) =>
    plan.remarks.push({ kind: 'brew', uuid, name: createdAt, remark: text, ...sort })
  remarkAbsent(brew, equipped, plan, remark)
  for (const { name, written } of brew.noNumbers) remarkNoNumber(name, written, remark)
  const planned: PlannedBrew = {
    importKey: uuid,
    bagKey: brew.bean,
    createdAt,
    ...prepared,
    ...groundAt(brew, grinder, around.ownCurve, remark),
    ...poured(brew, prepared.method, remark),
    waterTempF: heated(brew, remark),
    brewTimeSeconds: withinBounds(field.brewTimeSeconds, Math.round(brew.brew_time), 'brew_time', remark),
    daysOffRoast: bag ? daysAfterRoast(bag, brewedAt) : null,
    ...measured(brew, remark),
    isFavourite: brew.favourite || null,
    isBest: brew.best_brew || null,
    notes: cut(brew.note, field.LONGEST_TEXT, 'note', remark),
    rating: outOfFive(brew.rating, best, remark),
    savedAsRecipe: false,
  }
  plan.brews.push(withPlausibleDrink(planned, remark))
}

function remarkAbsent(
  { bean, mill }: app.Brew,
  { lacksBag, lacksGrinder }: Equipped,
  { absent }: Plan,
  remark: Remark,
) {
  if (lacksBag) {
    absent.bags.add(bean)
    remark('The bag is not in the file.')
  }
  if (lacksGrinder) {
    absent.grinders.add(mill)
    remark('The grinder is not in the file; the setting is kept, without a grind index.')
  }
}

/** A future date for a message, or a phrase if it is too far away for a date. */
function dayToCome(at: number) {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? 'in the future' : date.toISOString()
}
