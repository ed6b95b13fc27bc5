import type { Account } from '../../core/accounts/accounts.ts'
import type { Sql, Transaction } from './client.ts'

export const accountColumns = (sql: Sql | Transaction) =>
  sql`id, email, name, password_hash, session_version, disabled_at, created_at`

/** One that is there. */
export async function accountIn(sql: Transaction, userId: number) {
  const [row] = await sql<Account[]>`select ${accountColumns(sql)} from users where id = ${userId}`
  return row as Account
}
