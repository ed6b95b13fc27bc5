const MOST_IN_A_BATCH = 100

interface OpenQuestion<Question, Answer> {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Answers many questions with one statement, where no client waits for the answer: the first
 * question waits `gatherMs` for others, and those that arrive while a statement runs go into the
 * next one. `ask` returns its answers in the order of the questions.
 */
export function inBatches<Question, Answer>(ask: (questions: Question[]) => Promise<Answer[]>, gatherMs = 0) {
  const waiting: OpenQuestion<Question, Answer>[] = []
  let isAsking = false
  const askAll = async () => {
    isAsking = true
    if (gatherMs > 0) await Bun.sleep(gatherMs)
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST_IN_A_BATCH)
      try {
        const answers = await ask(batch.map(({ question }) => question))
        for (const [at, { resolve }] of batch.entries()) resolve(answers[at] as Answer)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isAsking = false
  }
  return (question: Question) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (!isAsking) void askAll()
    })
}
