import type { PendingQuery, Row } from 'postgres'
import type { Pieces } from '../../core/pieces.ts'
import type { NamedKind, PersonalData, PersonalRow } from '../../core/portability/portability.ts'
import type { Sql } from './client.ts'
import { type Keys, rowOf } from './page.ts'

interface PersonalTable {
  table: string
  /** The column that names the person. */
  by: string
  /**
   * The order its rows are read in, `id` unless said otherwise, which a row never leaves. Where an index has it behind
   * the person it is that of the index; else `+ 0` keeps the planner from walking everybody's rows in the order of ids.
   */
  order?: string[]
  /** What is nobody's business, not even theirs: keys to the account, as the column is called in a row. */
  without?: string[]
}

/**
 * Where the service holds something about a person. All columns are read, so that one added later is not forgotten;
 * a test fails when a table that names people is missing here.
 */
export const personalTables: Record<string, PersonalTable> = {
  palate: { table: 'palates', by: 'user_id', order: ['user_id'] },
  grinders: { table: 'user_grinders', by: 'user_id', order: ['grinder_id'] },
  machines: { table: 'user_machines', by: 'user_id', order: ['machine_id'] },
  filters: { table: 'user_filters', by: 'user_id', order: ['filter_id'] },
  coffeeLibrary: { table: 'coffee_library', by: 'user_id', order: ['coffee_profile_id'] },
  brewLogs: { table: 'brew_logs', by: 'user_id', order: ['created_at', 'id'] },
  personalRecipes: { table: 'personal_recipes', by: 'user_id', order: ['created_at', 'id'] },
  savedRecipes: { table: 'saved_recipes', by: 'user_id', order: ['community_recipe_id'] },
  collections: { table: 'collections', by: 'user_id', order: ['created_at', 'id'] },
  communityRecipes: { table: 'recipes', by: 'created_by', order: ['id + 0'] },
  submittedCoffees: {
    table: 'coffees',
    by: 'submitted_by',
    order: ['id + 0'],
    // The last three are made of the others for searches, one of them a number too long for JSON.
    without: ['bagCode', 'foldedName', 'originAt', 'wordMarks'],
  },
  votes: { table: 'votes', by: 'user_id', order: ['recipe_id + 0'] },
  ratings: { table: 'ratings', by: 'user_id', order: ['recipe_id + 0'] },
  comments: { table: 'comments', by: 'user_id', order: ['created_at', 'id'] },
  reports: { table: 'reports', by: 'user_id', order: ['id + 0'], without: ['visitor', 'note', 'closedAt'] },
  followedRoasters: { table: 'roaster_follows', by: 'user_id', order: ['roaster_id'] },
  roasterMemberships: { table: 'roaster_members', by: 'user_id', order: ['roaster_id'] },
  roasterClaims: { table: 'roaster_claims', by: 'user_id', order: ['id + 0'], without: ['tokenHash'] },
  roasterInvitationsSent: {
    table: 'roaster_invitations',
    by: 'invited_by',
    order: ['id + 0'],
    without: ['tokenHash', 'invitedBy'],
  },
  bags: { table: 'bags', by: 'user_id', order: ['created_at', 'id'] },
  favouriteNotices: { table: 'favourite_notices', by: 'user_id', order: ['community_recipe_id'] },
  signInLinks: { table: 'magic_links', by: 'user_id', without: ['tokenHash'] },
  mails: { table: 'outbox', by: 'user_id' },
  /** Who did it is another person. */
  adminActs: { table: 'audit', by: 'user_id', without: ['who', 'onKind', 'onId'] },
}

/** Rows that belong to one of the person's, and name them only through it. */
export const partTables: Record<string, { table: string; of: string; through: string; order: string[] }> = {
  collectionItems: {
    table: 'collection_items',
    of: 'collections',
    through: 'collection_id',
    order: ['collection_id + 0', 'recipe_id'],
  },
}

/** What is kept under an address. It is the person's only once they have proven that the address is theirs. */
export const tablesByAddress: Record<string, PersonalTable> = {
  contactMessages: { table: 'contact_messages', by: 'email' },
  demoRequests: { table: 'demo_requests', by: 'email' },
  roasterInvitations: { table: 'roaster_invitations', by: 'email', without: ['tokenHash', 'invitedBy'] },
  accountInvitations: { table: 'account_invitations', by: 'email', without: ['tokenHash'] },
  roastersThatGiveTheAddress: { table: 'roasters', by: 'contact_email' },
  subscriptions: { table: 'subscribers', by: 'email', order: ['email'] },
}

export async function personalDataOf(sql: Sql, userId: number): Promise<PersonalData> {
  const [account = {}] = await sql<PersonalRow[]>`select * from users where id = ${userId}`
  const data: PersonalData['data'] = {}
  for (const [name, { table, by, order, without = [] }] of Object.entries(personalTables))
    data[name] = piecesOf(sql, table, sql`${sql(by)} = ${userId}`, order, ['userId', ...without])
  for (const [name, { table, of, through, order }] of Object.entries(partTables))
    data[name] = piecesOf(
      sql,
      table,
      sql`${sql(through)} in (select id from ${sql(of)} where user_id = ${userId})`,
      order,
    )
  for (const [name, { table, by, order, without }] of Object.entries(tablesByAddress)) {
    const isTheirs = account.emailVerifiedAt ? sql`${sql(by)} = ${account.email as string}` : sql`false`
    data[name] = piecesOf(sql, table, isTheirs, order, without)
  }
  const seen = Object.fromEntries(Object.keys(idColumns).map(kind => [kind, new Set<number>()])) as Seen
  for (const [name, pieces] of Object.entries(data)) data[name] = noting(pieces, seen)
  return { account: except(account, ['passwordHash', 'sessionVersion']), data, names: namesOf(sql, seen) }
}

/** How many rows are read at a time: with the longest notes a few milliseconds of anybody's waiting. */
const PIECE = 200

/** Small statements, each from where the last one ended: no transaction stays open while a client takes its time. */
async function* piecesOf(sql: Sql, table: string, where: PendingQuery<Row[]>, order = ['id'], without: string[] = []) {
  const key = sql.unsafe(order.join(', '))
  let last: Keys | undefined
  do {
    const rows: (PersonalRow & { keys: Keys })[] = await sql<(PersonalRow & { keys: Keys })[]>`
      select *, json_build_array(${key}) as keys
      from ${sql(table)}
      where ${where}
        ${last ? sql`and (${key}) > ${rowOf(sql, last)}` : sql``}
      order by ${key}
      limit ${PIECE}`
    yield rows.map(row => except(row, ['keys', ...without]))
    last = rows.length === PIECE ? rows.at(-1)?.keys : undefined
  } while (last)
}

type Seen = Record<NamedKind, Set<number>>

/** Under which names the ids of each kind stand in a row. */
const idColumns: Record<NamedKind, readonly string[]> = {
  coffees: ['coffeeProfileId'],
  roasters: ['roasterId'],
  grinders: ['grinderId'],
  machines: ['machineId'],
  filters: ['filterId'],
  recipes: ['recipeId', 'communityRecipeId'],
}

/** Remembers the ids that go by, to name them afterwards. */
async function* noting(pieces: Pieces<PersonalRow>, seen: Seen) {
  for await (const piece of pieces) {
    for (const row of piece) note(row, seen)
    yield piece
  }
}

function note(row: PersonalRow, seen: Seen) {
  for (const [kind, columns] of Object.entries(idColumns))
    for (const column of columns) if (row[column] != null) seen[kind as NamedKind].add(row[column] as number)
}

/** Recipes first: their names have ids of their own. */
function namesOf(sql: Sql, seen: Seen): Record<NamedKind, Pieces<PersonalRow>> {
  const slugged = (kind: NamedKind, facts: string) =>
    named(
      seen[kind],
      ids =>
        sql<PersonalRow[]>`select id, slug, ${sql.unsafe(facts)} from ${sql(kind)} where id = any(${ids}) order by id`,
    )
  const recipes = named(
    seen.recipes,
    ids => sql<PersonalRow[]>`
      select id, coffee_profile_id, grinder_id, machine_id, grind_setting, dose_grams, water_grams,
             roaster_recipe_id is not null as by_roaster, created_at
      from recipes
      where id = any(${ids})
      order by id`,
  )
  return {
    recipes: noting(recipes, seen),
    coffees: named(
      seen.coffees,
      ids => sql<PersonalRow[]>`
        select coffees.id, coffees.name, coffees.slug, roasters.name as roaster_name, roasters.slug as roaster_slug,
               roast_level, coffee_type, origin, flavor_profile, processing_method
        from coffees
        join roasters on roasters.id = coffees.roaster_id
        where coffees.id = any(${ids})
        order by coffees.id`,
    ),
    roasters: slugged('roasters', 'name'),
    grinders: slugged('grinders', 'brand, model'),
    machines: slugged('machines', 'brand, model'),
    filters: slugged('filters', 'name'),
  }
}

async function* named(seen: Set<number>, read: (ids: number[]) => Promise<readonly PersonalRow[]>) {
  const ids = [...seen].sort((one, other) => one - other)
  for (let at = 0; at < ids.length; at += PIECE) yield read(ids.slice(at, at + PIECE))
}

const except = (row: PersonalRow, names: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
