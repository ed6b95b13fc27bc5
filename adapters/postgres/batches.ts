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
 * it. Alone, a question goes at once. `ask` answers in the order of the questions.
 */
export function inBatches<Question, Answer>(ask: (questions: Question[]) => Promise<Answer[]>) {
  const waiting: OpenQuestion<Question, Answer>[] = []
  let underWay = 0
  const askAll = async () => {
    underWay++
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST_IN_A_BATCH)
      try {
        const answers = await ask(batch.map(({ question }) => question))
        for (const [at, { resolve }] of batch.entries()) resolve(answers[at] as Answer)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    underWay--
  }
  return (question: Question) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (underWay < AT_ONCE) void askAll()
    })
}
