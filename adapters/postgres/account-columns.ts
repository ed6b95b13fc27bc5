import type { Account } from '../../core/accounts/accounts.ts'
import type { Sql, Transaction } from './client.ts'

export const accountColumns = (sql: Sql | Transaction) =>
  sql`id, email, name, password_hash, session_version, disabled_at, created_at`

/** The account of a user who is known to be there, as in a transaction that has just written or locked the row. */
export async function accountIn(sql: Transaction, userId: number) {
  const [row] = await sql<Account[]>`select ${accountColumns(sql)} from users where id = ${userId}`
  return row as Account
}
