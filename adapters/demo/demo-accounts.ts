import type { Sql, Transaction } from '../postgres/engine/client.ts'

export interface DemoAccount {
  is: 'person' | 'roaster'
  email: string
  password: string
}

export const demoPerson: DemoAccount = { is: 'person', email: 'demo@dialin.example', password: 'dialin-demo' }
export const demoRoaster: DemoAccount = { is: 'roaster', email: 'roaster@dialin.example', password: 'dialin-roaster' }

/** The demo accounts that (still) exist. */
export async function demoAccounts(sql: Sql): Promise<DemoAccount[]> {
  const known = await sql<{ email: string }[]>`
    select email
    from users
    where email in (${demoPerson.email}, ${demoRoaster.email})`
  return [demoPerson, demoRoaster].filter(({ email }) => known.some(account => account.email === email))
}

/** Whether there are no people and no roasters. */
export async function isEmptyDatabase(sql: Sql | Transaction) {
  const [found] = await sql<{ empty: boolean }[]>`
    select not exists (select from users) and not exists (select from roasters) as empty`
  return found?.empty ?? false
}
