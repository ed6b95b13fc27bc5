import { type Sql, transact } from '../../adapters/postgres/client.ts'

/** What PostgreSQL did for one statement, summed over its plan. */
export interface Work {
  sql: string
  /** Tables that were read from end to end. */
  scanned: string[]
  /** Rows of tables that were looked at, whether they matched or not. */
  rowsRead: number
  /** Of the largest sort. */
  rowsSorted: number
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** The statements that a call of the real store sends, each explained while it runs once more. */
export async function explained(sql: Sql, call: () => Promise<unknown>): Promise<Work[]> {
  const queries = (await sentBy(sql, call)).filter(
    ({ text }) => /^\s*(select|with|insert|update|delete)\b/i.test(text) && !/pg_catalog/.test(text),
  )
  return Promise.all(queries.map(({ text, parameters }) => workOf(sql, text, parameters)))
}

/** All statements that a call of the real store sends. */
export async function sentBy(sql: Sql, call: () => Promise<unknown>) {
  const sent: { text: string; parameters: unknown[] }[] = []
  const options = sql.options as { debug?: unknown }
  options.debug = (_: number, text: string, parameters: unknown[]) => sent.push({ text, parameters: [...parameters] })
  try {
    await call()
  } finally {
    delete options.debug
  }
  return sent
}

async function workOf(sql: Sql, text: string, parameters: unknown[]): Promise<Work> {
  let plan: PlanNode | undefined
  const undo = new Error('What writes has written already.')
  await transact(sql, async sql => {
    // As where rows lie in memory: small tables would else be read whole sooner than large ones.
    await sql`set local random_page_cost = 1.1`
    const explain = `explain (analyze, timing off, format json) ${text}`
    const [row] = await sql.unsafe(explain, parameters as never[], { prepare: true })
    plan = row?.['QUERY PLAN'][0].Plan
    throw undo
  }).catch(error => {
    if (error !== undo) throw error
  })
  const nodes = [...nodesOf(plan)]
  const rowsOf = (node: PlanNode) => node['Actual Rows'] * node['Actual Loops']
  const rowsLookedAt = (node: PlanNode) =>
    rowsOf(node) +
    ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * node['Actual Loops']
  return {
    sql: text,
    scanned: nodes.flatMap(node =>
      node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0 ? (node['Relation Name'] ?? []) : [],
    ),
    rowsRead: nodes.filter(node => node['Relation Name']).reduce((sum, node) => sum + rowsLookedAt(node), 0),
    rowsSorted: Math.max(
      0,
      ...nodes.filter(node => node['Node Type'] === 'Sort').map(({ Plans = [] }) => Math.max(0, ...Plans.map(rowsOf))),
    ),
  }
}

function* nodesOf(node: PlanNode | undefined): Generator<PlanNode> {
  if (!node) return
  yield node
  for (const inner of node.Plans ?? []) yield* nodesOf(inner)
}
