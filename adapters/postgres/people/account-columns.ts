import type { Account } from '../../../core/accounts/accounts.ts'
import type { Sql, Transaction } from '../engine/client.ts'
import { fieldsOf, listed } from '../queries/columns.ts'

const fields = fieldsOf<Account>({
  id: true,
  email: true,
  name: true,
  passwordHash: true,
  sessionVersion: true,
  disabledAt: true,
  createdAt: true,
})

export const accountColumns = (sql: Sql | Transaction) => listed(sql, fields)

/** The account of a user who exists: the transaction has written or locked the row. */
export async function accountIn(sql: Transaction, userId: number) {
  const [row] = await sql<Account[]>`select ${accountColumns(sql)} from users where id = ${userId}`
  return row as Account
}
