import type { PersonalData } from '../../core/portability/portability.ts'
import type { Transaction } from './client.ts'

interface PersonalTable {
  table: string
  /** The column that names the person. */
  by: string
  /** What is nobody's business, not even theirs: keys to the account, as the column is called in a row. */
  without?: string[]
}

/**
 * Where the service holds something about a person. All columns are read, so that one added later is not forgotten;
 * a test fails when a table that names people is missing here.
 */
export const personalTables: Record<string, PersonalTable> = {
  palate: { table: 'palates', by: 'user_id' },
  grinders: { table: 'user_grinders', by: 'user_id' },
  machines: { table: 'user_machines', by: 'user_id' },
  filters: { table: 'user_filters', by: 'user_id' },
  coffeeLibrary: { table: 'coffee_library', by: 'user_id' },
  brewLogs: { table: 'brew_logs', by: 'user_id' },
  personalRecipes: { table: 'personal_recipes', by: 'user_id' },
  savedRecipes: { table: 'saved_recipes', by: 'user_id' },
  collections: { table: 'collections', by: 'user_id' },
  communityRecipes: { table: 'recipes', by: 'created_by' },
  submittedCoffees: { table: 'coffees', by: 'submitted_by' },
  votes: { table: 'votes', by: 'user_id' },
  ratings: { table: 'ratings', by: 'user_id' },
  comments: { table: 'comments', by: 'user_id' },
  followedRoasters: { table: 'roaster_follows', by: 'user_id' },
  roasterMemberships: { table: 'roaster_members', by: 'user_id' },
  roasterClaims: { table: 'roaster_claims', by: 'user_id', without: ['tokenHash'] },
  importedBeans: { table: 'imported_beans', by: 'user_id' },
  favouriteNotices: { table: 'favourite_notices', by: 'user_id' },
  signInLinks: { table: 'magic_links', by: 'user_id', without: ['tokenHash'] },
  mails: { table: 'outbox', by: 'user_id' },
}

/** Rows that belong to one of the person's, and name them only through it. */
export const partTables: Record<string, { table: string; of: string; through: string }> = {
  collectionItems: { table: 'collection_items', of: 'collections', through: 'collection_id' },
}

/** What is kept under an address. It is the person's only once they have proven that the address is theirs. */
export const tablesByAddress: Record<string, { table: string; by: string }> = {
  contactMessages: { table: 'contact_messages', by: 'email' },
  demoRequests: { table: 'demo_requests', by: 'email' },
  roastersThatGiveTheAddress: { table: 'roasters', by: 'contact_email' },
  subscriptions: { table: 'subscribers', by: 'email' },
}

type Row = Record<string, unknown>

export async function personalDataOf(sql: Transaction, userId: number): Promise<PersonalData> {
  const [account = {}] = await sql<Row[]>`select * from users where id = ${userId}`
  const data: Record<string, Row[]> = {}
  for (const [name, { table, by, without = [] }] of Object.entries(personalTables)) {
    const rows = await sql<Row[]>`select * from ${sql(table)} where ${sql(by)} = ${userId} order by 1, 2`
    data[name] = rows.map(row => except(row, ['userId', ...without]))
  }
  for (const [name, { table, of, through }] of Object.entries(partTables))
    data[name] = await sql<Row[]>`
      select *
      from ${sql(table)}
      where ${sql(through)} in (select id from ${sql(of)} where user_id = ${userId})
      order by 1, 2`
  for (const [name, { table, by }] of Object.entries(tablesByAddress))
    data[name] = account.emailVerifiedAt
      ? await sql<Row[]>`select * from ${sql(table)} where ${sql(by)} = ${account.email as string} order by 1`
      : []
  return { account: except(account, ['passwordHash', 'sessionVersion']), data, names: await namesIn(sql, data) }
}

async function namesIn(sql: Transaction, data: Record<string, Row[]>): Promise<PersonalData['names']> {
  const rows = Object.values(data).flat()
  const idsOf = (column: string) => [...new Set(rows.flatMap(row => (row[column] as number | undefined) ?? []))]
  return {
    coffees: await sql<Row[]>`
      select coffees.id, coffees.name, roasters.name as roaster_name
      from coffees
      join roasters on roasters.id = coffees.roaster_id
      where coffees.id = any(${idsOf('coffeeProfileId')})
      order by coffees.id`,
    grinders: await sql<Row[]>`
      select id, slug, brand, model
      from grinders
      where id = any(${idsOf('grinderId')})
      order by id`,
    machines: await sql<Row[]>`
      select id, slug, brand, model
      from machines
      where id = any(${idsOf('machineId')})
      order by id`,
  }
}

const except = (row: Row, names: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
