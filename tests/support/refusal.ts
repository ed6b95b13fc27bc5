/** Why something is refused. Waited for by the test: `rejects` holds up the loop that an engine in this process works in. */
export const refusalOf = (work: Promise<unknown>): Promise<string | undefined> => work.then(() => undefined, String)
