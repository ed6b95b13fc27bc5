import type { Sql } from './client.ts'

/** The reference data every database holds. */
export async function seedCatalog(_sql: Sql) {}
