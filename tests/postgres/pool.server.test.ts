import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Sql, transact } from '../../adapters/postgres/client.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld({ databaseConnections: 5 })
})
afterAll(() => world.stop())

/** Which connection answers, after a moment in which others are asked, too. */
async function connection(sql: Pick<Sql, 'unsafe'>) {
  const [row] = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid, pg_sleep(0.05)')
  return row?.pid
}

test('of several open connections the one that was used last is used next, also for a transaction', async () => {
  const { sql } = world
  const open = await Promise.all(Array.from({ length: 5 }, () => connection(sql)))
  expect(new Set(open).size).toBe(5)
  const last = await connection(sql)
  for (let turn = 0; turn < 5; turn++) {
    expect(await connection(sql)).toBe(last)
    expect(await transact(sql, connection)).toBe(last)
  }
  // Where several are asked at once all are used.
  expect(new Set(await Promise.all(open.map(() => connection(sql))))).toEqual(new Set(open))
})
