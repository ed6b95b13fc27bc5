import { ask, type CheckedRequest } from '../load/load.ts'
import { type Server, startServiceProcess } from '../processes.ts'
import { type BenchRow, type Effort, mustBeAtMost } from '../row.ts'
import { shelve, showCards } from '../shelves.ts'
import { median, quantile } from '../statistics.ts'
import type { SeededWorld } from '../worlds.ts'
import { any, drawnAlike } from './questions.ts'
import { roomTaken } from './room.ts'
import { pagedLists, pageQuestions } from './size-pages.ts'
import { type SizeQuestion, type SizeSamples, sizeQuestions } from './size-questions.ts'

const MOST_MS_AT_P95 = 25
/**
 * The median over many recipes divided by that over few. A text search, which finds more in more
 * recipes, may take longer.
 */
const MOST_TIMES = 2
const MOST_TIMES_BY_TEXT = 6
const isByText = (name: string) => /words|text|typo|letter|suggestions|flavours/.test(name)
/**
 * Each question is warmed up for about as long as a round takes. A service runs for days, with
 * statements planned and pages mapped on each connection, and there are more of these with more
 * data.
 */
const WARM_UP_MS_OF_SAMPLE = 5
/** Per round: a slow question is asked less often, … */
const MOST_MS = 450
/**
 * … and a quick one more often, for as long as the others' samples take, because p95 of few replies
 * is a matter of chance.
 */
const MS_OF_SAMPLE = 3.75
/**
 * How many times a list is paged through, and how many pages deep, if it has that many. The last
 * few pages of each are measured.
 */
const PASSES = 6
/** Some lists end on their first page. */
const MOST_PASSES = 50
const DEEPEST = 8
const LAST = 4

const sizes = ['few', 'many'] as const
type Size = (typeof sizes)[number]

/** The service over few recipes and over many, one request at a time, in turns. */
export async function compareSizes(few: SeededWorld, many: SeededWorld, effort: Effort): Promise<BenchRow[]> {
  const shelved = { few: await shelve(few), many: await shelve(many) }
  for (const { sql } of [few, many]) await showCards(sql)
  const services = { few: await startServiceProcess(few.url), many: await startServiceProcess(many.url) }
  // Both worlds are asked for the same styles, as often as recipes of the small one have them.
  // Drawn independently, half would be combinations that nobody brews (espresso, coarse), which are
  // found sooner in a world that lacks even the odd ones.
  const samples = {
    few: { ...few.samples, ...shelved.few },
    many: { ...many.samples, ...shelved.many, styles: few.samples.styles },
  }
  const group = `${[effort.large, effort.small].map(recipes => recipes.toLocaleString('en')).join(' recipes against ')}`
  const rows: BenchRow[] = []
  const compare = async (name: string, request: (size: Size) => CheckedRequest) => {
    // The same questions for both; otherwise one would be asked more often for what takes longer.
    const askOnce = async () => {
      const [few, many] = drawnAlike(sizes.map(size => () => request(size))) as [CheckedRequest, CheckedRequest]
      return { few: await timed(services.few, few), many: await timed(services.many, many) }
    }
    const began = performance.now()
    while (performance.now() - began < effort.samples * WARM_UP_MS_OF_SAMPLE) await askOnce()
    const measured = { few: [] as Times[], many: [] as Times[] }
    for (let round = 0; round < effort.rounds; round++) {
      const times = await inTurns(askOnce, effort.samples)
      for (const size of sizes) measured[size].push(times[size])
    }
    rows.push({ group, name, ...compared(measured, isByText(name) ? MOST_TIMES_BY_TEXT : MOST_TIMES) })
  }
  try {
    for (const [name, question] of Object.entries({ ...sizeQuestions, ...pageQuestions }))
      await compare(name, size => question(samples[size]))
    for (const [name, list] of Object.entries(pagedLists)) {
      const deep = {
        few: await deepPages(services.few, list, samples.few),
        many: await deepPages(services.many, list, samples.many),
      }
      await compare(`by cursor: ${name}`, size => any(deep[size]))
    }
    return [...rows, ...(await roomTaken(many, services.many))]
  } finally {
    await Promise.all([services.few.stop(), services.many.stop()])
  }
}

/** Requests for later pages of a list, reached by its cursors: the last few of each pass. */
async function deepPages({ port }: Server, list: SizeQuestion, samples: SizeSamples): Promise<CheckedRequest[]> {
  const found: CheckedRequest[] = []
  for (let pass = 0; pass < MOST_PASSES && found.length < PASSES * LAST; pass++) {
    const first = list(samples)
    const pages: CheckedRequest[] = []
    for (let next: CheckedRequest | undefined = first; next && pages.length < DEEPEST; ) {
      const reply = JSON.parse(await ask(port, next)) as { cursor: string | null }
      next = reply.cursor === null ? undefined : after(first, reply.cursor)
      if (next) pages.push(next)
    }
    found.push(...pages.slice(-LAST))
  }
  if (found.length === 0) throw new Error(`${list(samples).path} has one page.`)
  return found
}

const after = (first: CheckedRequest, cursor: string): CheckedRequest => ({
  ...first,
  path: `${first.path}${first.path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`,
})

type Times = number[]

async function timed({ port }: Server, asked: CheckedRequest) {
  const started = performance.now()
  await ask(port, asked)
  return performance.now() - started
}

async function inTurns(askOnce: () => Promise<Record<Size, number>>, samples: number): Promise<Record<Size, Times>> {
  const times: Record<Size, Times> = { few: [], many: [] }
  const began = performance.now()
  const past = () => performance.now() - began
  for (let time = 0; past() < MOST_MS && (time < samples || past() < samples * MS_OF_SAMPLE); time++) {
    const took = await askOnce()
    for (const size of sizes) times[size].push(took[size])
  }
  return times
}

/**
 * The median over the rounds, of the median and of p95. A disturbance in one round does not count,
 * and a longer one affects both.
 */
function compared(measured: Record<Size, Times[]>, mostTimes: number) {
  const ofRounds = (size: Size, share: number) => measured[size].map(times => quantile(times, share))
  const of = (size: Size, share: number) => median(ofRounds(size, share))
  const ratio = (share: number) => {
    const few = ofRounds('few', share)
    return median(ofRounds('many', share).map((many, round) => many / (few[round] as number)))
  }
  const middle = mustBeAtMost(ratio(0.5), mostTimes)
  const p95 = of('many', 0.95)
  const told = (size: Size) => `${of(size, 0.5).toFixed(1)} / ${of(size, 0.95).toFixed(1)} ms`
  return {
    measured: `median / p95 ${told('many')}; few ${told('few')}`,
    figure: `${middle.figure}, ${p95.toFixed(1)} ms`,
    bar: `${middle.bar}, p95 ≤ ${MOST_MS_AT_P95} ms`,
    passed: middle.passed && p95 <= MOST_MS_AT_P95,
  }
}
