/** Only a guard against hanging: what is waited for happens much sooner, even on a busy machine. */
export const PATIENCE_MS = 120_000
/** Far longer than the slowest test takes on the busiest machine. */
export const HANGS_AFTER_MS = 10 * PATIENCE_MS

const MOST_PAUSE_MS = 80

/** A page or frame that is being replaced gives no answer, but the next one will. */
const REPLACED = /Frame was detached|Execution context was destroyed|before the unload event/

function unlessReplaced(error: unknown): undefined {
  if (!REPLACED.test(String(error))) throw error
}

/** Waits until something that happens by itself has happened. */
export async function eventually<T>(look: () => T | undefined | false | Promise<T | undefined | false>) {
  const deadline = Date.now() + PATIENCE_MS
  // Seldom enough that polling does not slow down what is waited for.
  for (let pauseMs = 5; ; pauseMs = Math.min(2 * pauseMs, MOST_PAUSE_MS)) {
    const seen = await Promise.resolve().then(look).catch(unlessReplaced)
    if (seen !== undefined && seen !== false) return seen
    if (Date.now() > deadline) throw new Error(`It did not happen within ${PATIENCE_MS / 1000} seconds.`)
    await Bun.sleep(pauseMs)
  }
}
