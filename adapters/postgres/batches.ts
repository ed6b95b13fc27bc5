import { isRefusal } from './faults.ts'

/** So many statements at once: one that waits for a lock does not hold all others up. */
const AT_ONCE = 2
const MOST_IN_A_BATCH = 100

interface OpenQuestion<Question, Answer> {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Asks for many in one statement: what is asked while others are under way waits for the next, which asks for all of
 * it. Alone, a question goes at once. `ask` answers in the order of the questions. Of what is `written` so, the database
 * refuses all where it refuses one: then each goes alone, for nobody has a part in what others write.
 */
export function inBatches<Question, Answer>(
  ask: (questions: Question[]) => Promise<Answer[]>,
  { written = false } = {},
) {
  const waiting: OpenQuestion<Question, Answer>[] = []
  let underWay = 0
  const askFor = async (batch: OpenQuestion<Question, Answer>[]): Promise<void> => {
    try {
      const answers = await ask(batch.map(({ question }) => question))
      for (const [at, { resolve }] of batch.entries()) resolve(answers[at] as Answer)
    } catch (error) {
      // Of a connection that was lost nobody knows what was written.
      if (written && batch.length > 1 && isRefusal(error)) for (const one of batch) await askFor([one])
      else for (const { reject } of batch) reject(error)
    }
  }
  const askAll = async () => {
    underWay++
    while (waiting.length > 0) await askFor(waiting.splice(0, MOST_IN_A_BATCH))
    underWay--
  }
  return (question: Question) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (underWay < AT_ONCE) void askAll()
    })
}
