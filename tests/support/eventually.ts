/** Waits until something that happens by itself has happened; fails with the last word otherwise. */
export async function eventually<T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs = 10_000,
) {
  const deadline = Date.now() + withinMs
  while (true) {
    const seen = await look()
    if (seen !== undefined && seen !== false) return seen
    if (Date.now() > deadline) throw new Error(`It did not happen within ${withinMs} ms.`)
    await Bun.sleep(10)
  }
}
