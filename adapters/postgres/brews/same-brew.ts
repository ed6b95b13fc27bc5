import type { StyleId } from '../../../core/adaptation/style-figures.ts'
import { unusualStyle, usualStyleIds } from '../../../core/adaptation/styles.ts'
import type { StoredBrew } from '../../../core/brews/model.ts'
import { FIRST_DRINKER } from '../../../core/drinkers/model.ts'
import type { Sql } from '../engine/client.ts'

/**
 * A coffee that is not in the catalog is identified by its bag. An index cannot be used for `is not
 * distinct from`, hence `is null`.
 */
export const sameBrew = (
  sql: Sql,
  userId: number,
  {
    coffeeProfileId,
    bag,
    method,
    style,
    technique,
  }: Pick<StoredBrew, 'coffeeProfileId' | 'bag' | 'method' | 'style' | 'technique'>,
) => sql`
  brew_logs.user_id = ${userId}
  and brew_logs.coffee_profile_id ${coffeeProfileId === null ? sql`is null` : sql`= ${coffeeProfileId}`}
  ${coffeeProfileId === null ? sql`and brew_logs.bag_id ${bag === null ? sql`is null` : sql`= ${bag.id}`}` : sql``}
  and brew_logs.method = ${method}
  and ${ofStyle(sql, style)}
  and ${byTechnique(sql, technique)}`

/** A brew of which nobody said who drank it was drunk by the person whose account it is. */
export const drunkBy = (sql: Sql, drinkerId = FIRST_DRINKER) =>
  drinkerId === FIRST_DRINKER
    ? sql`coalesce(${FIRST_DRINKER} = any(brew_logs.drinker_ids), true)`
    : sql`${drinkerId} = any(brew_logs.drinker_ids)`

/** A brew without a style was made in the usual one. */
export const ofStyle = (sql: Sql, style: StyleId | null) =>
  unusualStyle(style) === null
    ? sql`coalesce(brew_logs.style = any(${[...usualStyleIds]}::text[]), true)`
    : sql`brew_logs.style = ${style}`

/** A technique has its own grind and pours, so its brews say nothing about those by the usual recipe. */
export const byTechnique = (sql: Sql, technique: string | null) =>
  technique === null ? sql`brew_logs.technique is null` : sql`brew_logs.technique = ${technique}`
