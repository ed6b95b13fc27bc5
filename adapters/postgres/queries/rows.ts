/** The first row of a query; undefined if it has none. */
export const first = async <Row>(query: PromiseLike<readonly Row[]>): Promise<Row | undefined> => (await query)[0]

/** Whether a query finds a row. */
export const findsAny = async (query: PromiseLike<readonly unknown[]>) => (await query).length > 0

/** Whether a statement inserts, changes or deletes a row. */
export const affectsAny = async (statement: PromiseLike<{ count: number }>) => (await statement).count > 0
