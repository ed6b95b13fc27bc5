import { openDatabase, type Sql, transact } from '../../adapters/postgres/engine/client.ts'
import type { TestWorld } from './world.ts'

/**
 * What PostgreSQL did for one statement, summed over its plan and the plans within its functions
 * and triggers.
 */
export interface Work {
  sql: string
  /** Tables that were read completely. */
  scanned: string[]
  /** Table rows, bitmap entries and join pairs that were examined, matching or not. */
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
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}

/**
 * A session next to those of the service, in which every plan is reported as it runs, including
 * those within functions.
 */
export async function openExplainer({ sql, config }: Pick<TestWorld, 'sql' | 'config'>) {
  let plans: PlanNode[] = []
  const told = {
    connect_timeout: 10,
    max: 1,
    onnotice: ({ message = '' }) => {
      const at = message.indexOf('plan:')
      if (message.startsWith('duration:') && at >= 0) plans.push(JSON.parse(message.slice(at + 5)).Plan)
    },
  }
  const session = await openDatabase(config, told)
  await session.sql.unsafe(`
    load 'auto_explain';
    set auto_explain.log_min_duration = 0;
    set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off;
    set auto_explain.log_nested_statements = on;
    set auto_explain.log_format = json;
    set auto_explain.log_level = notice;
    -- As where rows lie in memory: small tables would else be read whole sooner than large ones.
    set random_page_cost = 1.1`)

  async function workOf(text: string, parameters: unknown[], setting: string): Promise<Work> {
    const undo = new Error('What writes has written already.')
    await transact(session.sql, async sql => {
      await sql.unsafe(setting)
      plans = []
      await sql.unsafe(text, parameters as never[], { prepare: true })
      throw undo
    }).catch(error => {
      if (error !== undo) throw error
    })
    return { sql: text, ...workIn(plans.flatMap(plan => [...nodesOf(plan)])) }
  }

  return {
    /** The statements of a call to the real store, each explained while it runs again. */
    explained: async (call: () => Promise<unknown>): Promise<Work[]> => {
      const work: Work[] = []
      let setting = ''
      for (const { text, parameters } of await sentBy(sql, call)) {
        if (/^\s*set local\b/i.test(text)) setting = text
        else if (/^\s*commit\b/i.test(text)) setting = ''
        else if (/^\s*(select|with|insert|update|delete)\b/i.test(text) && !/pg_catalog/.test(text))
          work.push(await workOf(text, parameters, setting))
      }
      return work
    },
    close: () => session.close(),
  }
}

/** All statements that a call to the real store sends. */
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

function workIn(nodes: PlanNode[]): Omit<Work, 'sql'> {
  const isScan = (node: PlanNode) => node['Relation Name'] !== undefined || node['Node Type'] === 'Bitmap Index Scan'
  return {
    scanned: nodes.flatMap(node =>
      node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0 ? (node['Relation Name'] ?? []) : [],
    ),
    rowsRead: nodes.reduce((sum, node) => sum + (isScan(node) ? rowsLookedAt(node) : 0) + pairsInVain(node), 0),
    rowsSorted: Math.max(
      0,
      ...nodes.filter(node => node['Node Type'] === 'Sort').map(({ Plans = [] }) => Math.max(0, ...Plans.map(rowsOf))),
    ),
  }
}

const rowsOf = (node: PlanNode) => node['Actual Rows'] * node['Actual Loops']
const rowsLookedAt = (node: PlanNode) =>
  rowsOf(node) +
  ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * node['Actual Loops']

const pairsInVain = (node: PlanNode) => (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops']

function* nodesOf(node: PlanNode | undefined): Generator<PlanNode> {
  if (!node) return
  yield node
  for (const inner of node.Plans ?? []) yield* nodesOf(inner)
}
