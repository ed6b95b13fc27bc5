/**
 * The message of a rejection. Use it instead of `rejects`, which blocks the event loop that an
 * in-process engine needs.
 */
export const refusalOf = (work: Promise<unknown>): Promise<string | undefined> => work.then(() => undefined, String)
