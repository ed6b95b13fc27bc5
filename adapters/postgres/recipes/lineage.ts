import type { Fragment } from 'postgres'
import { type NamedUser, presentPerson } from '../../../core/accounts/model.ts'
import { fullName } from '../../../core/grind/name.ts'
import { type BasedOn, presentBasis } from '../../../core/recipes/lineage.ts'
import { recipeName } from '../../../core/recipes/model.ts'
import { shippedTechniques } from '../../../db/data/techniques.ts'
import type { HeldEquipment } from '../catalog/equipment.ts'
import type { Sql, Transaction } from '../engine/client.ts'

/** What a recipe is based on, as `basisColumn` selects it. */
export interface BasisRow {
  parentId: number | null
  parentVersion: number | null
  technique: string | null
  /** The original, while it is public. */
  version: number | null
  coffeeName: string
  machineId: number
  /** The roaster, if it is theirs. */
  roasterName: string | null
  createdBy: NamedUser | null
}

/** The basis of a row of `recipes`, for a select. Looked up for each row of a page, and null for nearly all. */
export const basisOfFork = (sql: Sql | Transaction) => sql`(
      select ${basis(sql)}
      from recipe_forks as fork
      ${originals(sql)}
      where fork.recipe_id = recipes.id
    )`

/** The same for a row that has its basis in its own columns. */
export const basisInRow = (sql: Sql | Transaction, row: Fragment) => sql`(
      select ${basis(sql)}
      from (select ${row}.parent_id, ${row}.parent_version, ${row}.technique) as fork
      ${originals(sql)}
      where num_nonnulls(fork.parent_id, fork.technique) > 0
    )`

const basis = (sql: Sql | Transaction) => sql`
      json_build_object(
        'parentId', fork.parent_id,
        'parentVersion', fork.parent_version,
        'technique', fork.technique,
        'version', original.version,
        'coffeeName', coffee.name,
        'machineId', original.machine_id,
        'roasterName', case when original.roaster_recipe_id is not null then roaster.name end,
        'createdBy', case when author.id is not null then json_build_object('id', author.id, 'name', author.name) end
      )`

const originals = (sql: Sql | Transaction) => sql`
      left join recipes original on original.id = fork.parent_id and original.hidden_at is null
      left join coffees coffee on coffee.id = original.coffee_profile_id
      left join roasters roaster on roaster.id = original.roaster_id
      left join users author on author.id = original.created_by`

/** How many visible recipes are based on a recipe. */
export const variationCount = (sql: Sql | Transaction) => sql`(
      select count(*)
      from recipe_forks as fork
      join recipes variation on variation.id = fork.recipe_id and variation.hidden_at is null
      where fork.parent_id = recipes.id
    )`

/** The fields of a reply: left out where there is no basis, and no variation. */
export function lineageOf(
  { basis, variationCount = 0 }: { basis: BasisRow | null; variationCount?: number | undefined },
  { machines }: Pick<HeldEquipment, 'machines'>,
) {
  return {
    ...(basis && { basedOn: basedOnOf(basis, machines) }),
    ...(variationCount > 0 && { variationCount }),
  }
}

function basedOnOf(basis: BasisRow, machines: HeldEquipment['machines']): BasedOn {
  const { technique, version, coffeeName, machineId, roasterName, createdBy } = basis
  if (technique !== null) {
    const known = shippedTechniques.bySlug(technique)
    const original = known && { title: known.name, author: known.madeKnownBy?.name ?? null, version: null }
    return presentBasis({ ...basis, original: original ?? null })
  }
  const machine = machines.byId(machineId)
  if (version === null || !machine) return presentBasis({ ...basis, original: null })
  const author = roasterName ?? (createdBy && presentPerson(createdBy).displayName) ?? 'Anonymous'
  return presentBasis({ ...basis, original: { title: recipeName(coffeeName, fullName(machine)), author, version } })
}
