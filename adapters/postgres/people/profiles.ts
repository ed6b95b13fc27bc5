import { displayNameOf, type NamedUser } from '../../../core/accounts/model.ts'
import { Fault } from '../../../core/errors.ts'
import type { Optional } from '../../../core/optional.ts'
import { NotificationPreferences, type Profiles } from '../../../core/profiles/profiles.ts'
import { Privacy, PublicProfile } from '../../../core/profiles/public-profile.ts'
import { HomeWater } from '../../../core/water/home-water.ts'
import { coffeeBehind } from '../catalog/coffee-columns.ts'
import type { HeldEquipment } from '../catalog/equipment.ts'
import type { Sql } from '../engine/client.ts'
import { changed, listed, schemaFields, selected } from '../queries/columns.ts'
import { nested } from '../queries/nested.ts'
import { literalLimit } from '../queries/planner.ts'
import { recipeInList } from '../recipes/recipe-columns.ts'

export const waterFields = schemaFields(HomeWater)
const publicBrewFields = schemaFields(PublicProfile.entries.brewLogs.item, 'coffee')

export function profilesIn(sql: Sql, equipment: HeldEquipment): Profiles {
  const recipe = recipeInList(sql, equipment)
  const coffee = coffeeBehind(sql, 'brewLogs')

  /** Reads some settings of an account, or changes and then reads them. */
  const settings = <Settings extends object>(fields: readonly (keyof Settings & string)[]) => {
    const columns = listed(sql, fields)
    return async (userId: number, changes?: Optional<Settings>) => {
      const [row] = changes
        ? await sql<Settings[]>`
            update users
            set ${changed<Settings>(sql, 'users', fields, changes as Partial<Settings>)}
            where id = ${userId}
            returning ${columns}`
        : await sql<Settings[]>`select ${columns} from users where id = ${userId}`
      // The account was closed since the request began.
      if (!row) throw new Fault('not-signed-in', 'This account has been deleted.')
      return row
    }
  }
  const preferences = settings<NotificationPreferences>(schemaFields(NotificationPreferences))
  const privacy = settings<Privacy>(schemaFields(Privacy))
  const water = settings<HomeWater>(waterFields)

  return {
    rename: async (userId, name) => {
      await sql`update users set name = ${name} where id = ${userId}`
    },

    preferencesOf: userId => preferences(userId),
    setPreferences: (userId, changes) => preferences(userId, changes),
    waterOf: userId => water(userId),
    setWater: (userId, changes) => water(userId, changes),
    privacyOf: userId => privacy(userId),
    setPrivacy: (userId, changes) => privacy(userId, changes),

    publicAmong: async userIds => {
      const shown = await sql<{ id: number }[]>`
        select id
        from users
        where id = any(${[...userIds]})
          and is_profile_public
          and disabled_at is null`
      return shown.map(({ id }) => id)
    },

    publicProfile: async (userId, isOwn, listLength) => {
      const [[member], brewLogs, savedRecipes, comments] = await Promise.all([
        sql<(Omit<PublicProfile['user'], 'displayName'> & NamedUser & PublicProfile['stats'] & Privacy)[]>`
          select
            users.id,
            users.name,
            users.email,
            users.created_at as member_since,
            users.is_profile_public,
            users.are_brews_public,
            (select count(*) from brew_logs where user_id = users.id) as brew_count,
            (
              select count(*)
              from saved_recipes
              join recipes on recipes.id = saved_recipes.community_recipe_id
              where saved_recipes.user_id = users.id
                and recipes.hidden_at is null
            ) as saved_count,
            (
              select count(*)
              from comments
              join recipes on recipes.id = comments.recipe_id
              where comments.user_id = users.id
                and recipes.hidden_at is null
            ) as comment_count
          from users
          where id = ${userId}
            and disabled_at is null`,
        nested<PublicProfile['brewLogs'][number]>(sql`
          select
            ${selected(sql, 'brewLogs', publicBrewFields)}, ${coffee.columns}
          from brew_logs
          ${coffee.joins}
          where brew_logs.user_id = ${userId}
            and (${isOwn} or (select are_brews_public from users where id = ${userId}))
          order by brew_logs.brewed_at desc, brew_logs.id desc
          ${literalLimit(sql, listLength)}`),
        isOwn
          ? recipe.read(sql`
          select ${recipe.columns}
          from saved_recipes
          join recipes on recipes.id = saved_recipes.community_recipe_id
          ${recipe.joins}
          where saved_recipes.user_id = ${userId}
            and recipes.hidden_at is null
          order by saved_recipes.created_at desc, recipes.id desc
          ${literalLimit(sql, listLength)}`)
          : [],
        nested<PublicProfile['comments'][number]>(sql`
          select
            comments.id, comments.body, comments.created_at,
            recipes.id as "recipe.id", coffees.name as "recipe.coffee_name", recipes.brew_method as "recipe.brew_method"
          from comments
          join recipes on recipes.id = comments.recipe_id
          join coffees on coffees.id = recipes.coffee_profile_id
          where comments.user_id = ${userId}
            and recipes.hidden_at is null
          order by comments.created_at desc, comments.id desc
          ${literalLimit(sql, listLength)}`),
      ])
      if (!member) return undefined
      const { brewCount, savedCount, commentCount, isProfilePublic, areBrewsPublic, name, ...rest } = member
      const user = { ...rest, displayName: displayNameOf(member) }
      const privacy = { isProfilePublic, areBrewsPublic }
      return { privacy, user, stats: { brewCount, savedCount, commentCount }, brewLogs, savedRecipes, comments }
    },
  }
}
