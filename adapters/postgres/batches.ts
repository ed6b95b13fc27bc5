import { isRefusal } from './faults.ts'

const MOST_IN_A_BATCH = 100

interface BatchOptions<Question, Answer> {
  /** Asks one by itself, which may wait for a lock. */
  alone?: (question: Question) => Promise<Answer>
  /** So long the first waits for others, where nobody waits for the answer. */
  gatherMs?: number
  /** So many statements at once: one that waits for a lock does not hold all others up. */
  atOnce?: number
}

interface OpenQuestion<Question, Answer> {
  question: Question
  resolve: (answer: Answer | Promise<Answer>) => void
  reject: (error: unknown) => void
}

/**
 * Asks for many in one statement: what is asked while others are under way waits for the next, which asks for all of
 * it. One goes at once. `ask` answers in the order of the questions. Nobody has a part in what others write, so where
 * there is `alone`, what `ask` leaves without an answer goes alone, and so does each where the database refuses one of
 * them: beside the others, which do not wait for it.
 */
export function inBatches<Question, Answer>(
  ask: (questions: Question[]) => Promise<Answer[]>,
  { alone, gatherMs = 0, atOnce = 2 }: BatchOptions<Question, Answer> = {},
) {
  const waiting: OpenQuestion<Question, Answer>[] = []
  let underWay = 0
  let isGathering = false
  const askFor = async (batch: OpenQuestion<Question, Answer>[]) => {
    try {
      const answers = await ask(batch.map(({ question }) => question))
      for (const [at, { question, resolve }] of batch.entries()) {
        const answer = answers[at] as Answer
        resolve(answer === undefined && alone ? alone(question) : answer)
      }
    } catch (error) {
      // Of a connection that was lost nobody knows what was written.
      if (alone && batch.length > 1 && isRefusal(error))
        for (const { question, resolve } of batch) resolve(alone(question))
      else for (const { reject } of batch) reject(error)
    }
  }
  const askAll = async () => {
    underWay++
    if (gatherMs > 0) {
      isGathering = true
      await Bun.sleep(gatherMs)
      isGathering = false
    }
    while (waiting.length > 0) await askFor(waiting.splice(0, MOST_IN_A_BATCH))
    underWay--
  }
  return (question: Question) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (underWay < atOnce && !isGathering) void askAll()
    })
}
