import { MOST_ALLOWED_DOMAINS } from '../../../core/embeds/domains.ts'
import type {
  EmbeddingRoaster,
  Embeds,
  EmbedTarget,
  RecipeOfCoffee,
  StoredEmbedCoffee,
  StoredEmbedRecipe,
  StoredEmbedSettings,
  StoredShare,
} from '../../../core/embeds/embeds.ts'
import { DEFAULT_EMBED_CONFIG, EmbedConfig } from '../../../core/embeds/model.ts'
import { DESCRIBED_SLUG } from '../../../core/equipment/seen-grinders.ts'
import { fullName, type NamedMachine } from '../../../core/grind/name.ts'
import type { Optional } from '../../../core/optional.ts'
import { placeKey } from '../catalog/coffee-columns.ts'
import { pictureOwnedBy } from '../catalog/pictures.ts'
import { type Sql, transact } from '../engine/client.ts'
import { inBatches } from '../queries/batches.ts'
import { changed, fieldsOf, fullNameColumns, given, schemaFields, selected } from '../queries/columns.ts'
import { nested, nestedOne, part } from '../queries/nested.ts'
import { literalLimit, roomFor } from '../queries/planner.ts'
import { orderOfRecipes, roasterRecipeFields } from './portal-recipes.ts'

const settingFields = [...schemaFields(EmbedConfig, 'defaultCoffee'), 'allowedDomains' as const]

/** The default coffee is stored by its id, so that it may be renamed. */
type WrittenSettings = Omit<StoredEmbedSettings, 'defaultCoffee'> & { defaultCoffeeId: number | null; updatedAt: Date }
const writtenFields: readonly (keyof WrittenSettings)[] = [...settingFields, 'defaultCoffeeId', 'updatedAt']

const sharedFields = fieldsOf<
  Omit<StoredShare, keyof EmbedTarget | 'grinder' | 'onGrinder' | 'coffeeName' | 'roaster' | 'brewer' | 'brewMethods'>
>({
  doseGrams: true,
  waterGrams: true,
  ratio: true,
  brewTimeSeconds: true,
  waterTempF: true,
  grindSetting: true,
  grindSettingText: true,
  grindIndex: true,
  steps: true,
})

/** How long an impression waits for others, in milliseconds. No client waits for its reply. */
const GATHER_MS = 10

export function embedsIn(sql: Sql): Embeds {
  /** The recipes of cards that are shown at about the same time, looked up in one statement. */
  const sharedTarget = inBatches(async (shareIds: string[]) => {
    const rows = await sql<(EmbedTarget & { shareId: string })[]>`
      select share_id, roaster_id, coffee_profile_id as coffee_id, id as recipe_id, brew_method as method
      from recipes
      where share_id = any(${[...new Set(shareIds)]})
        and hidden_at is null`
    const targets = new Map(rows.map(({ shareId, ...target }) => [shareId, target]))
    return shareIds.map(shareId => targets.get(shareId))
  }, GATHER_MS)

  return {
    roaster: async slug => {
      const [row] = await sql<(EmbeddingRoaster & { roasterId: number | null })[]>`
        select roasters.id,
               roasters.name,
               roasters.slug,
               roasters.is_premium,
               ${selected(sql, 'embedSettings', ['roasterId', ...settingFields])},
               coffees.slug as default_coffee
        from roasters
        left join embed_settings on embed_settings.roaster_id = roasters.id
        left join coffees on coffees.id = embed_settings.default_coffee_id
        where roasters.slug = ${slug}`
      if (!row) return
      const { roasterId, ...roaster } = row
      return roasterId === null ? { ...roaster, ...DEFAULT_EMBED_CONFIG, allowedDomains: [] } : roaster
    },

    configure: (roasterId, { defaultCoffee, ...settings }, now) =>
      transact(sql, async sql => {
        // Coffees before settings, the same order as when a coffee is deleted.
        const [coffee] = defaultCoffee
          ? await sql<{ id: number }[]>`
              select id
              from coffees
              where roaster_id = ${roasterId}
                and slug = ${defaultCoffee}
              for key share`
          : []
        const coffeeId = defaultCoffee === undefined ? {} : { defaultCoffeeId: coffee?.id ?? null }
        const row: Optional<WrittenSettings> = { ...settings, ...coffeeId, updatedAt: now }
        await sql`
          insert into embed_settings ${sql({ ...given(writtenFields, row), roasterId })}
          on conflict (roaster_id) do update
          set ${changed(sql, 'embedSettings', writtenFields, row)}`
      }),

    // One statement, so that it sees what another one added while it waited for the row.
    allow: async (roasterId, domain, now) => {
      await sql`
        update embed_settings
        set allowed_domains = array_append(allowed_domains, ${domain}), updated_at = ${now}
        where roaster_id = ${roasterId}
          and cardinality(allowed_domains) between 1 and ${MOST_ALLOWED_DOMAINS - 1}
          and ${domain} <> all(allowed_domains)`
    },

    coffee: (roasterId, slug) =>
      nestedOne<StoredEmbedCoffee>(sql`
        select name, slug, roast_level, flavor_profile, buy_url, ${pictureOwnedBy(sql, 'coffees', 'picture')}
        from coffees
        where roaster_id = ${roasterId}
          and slug = ${slug}`),

    recipes: async ({ roasterId, coffee, method, limit, defaultCoffee = null, methodOrder = [] }) => {
      const rows = await nested<StoredEmbedRecipe>(sql`
      select ${selected(sql, 'roasterRecipes', ['id', ...roasterRecipeFields])},
             ${part(sql, 'coffees', 'coffee', ['name', 'slug', 'roast_level', 'flavor_profile', 'buy_url'])},
             ${pictureOwnedBy(sql, 'coffees', 'coffee.picture')}
      from coffees
      join roaster_recipes on roaster_recipes.coffee_id = coffees.id
      where coffees.roaster_id = ${roasterId}
        ${coffee === undefined ? sql`` : sql`and coffees.slug = ${coffee}`}
        ${method === undefined ? sql`` : sql`and roaster_recipes.method = ${method}`}
      order by ${defaultCoffee === null ? sql`` : sql`coffees.slug <> ${defaultCoffee},`}
               ${placeKey(sql)},
               coffees.id,
               ${methodOrder.length === 0 ? sql`` : sql`array_position(${methodOrder}::text[], roaster_recipes.method),`}
               ${orderOfRecipes(sql)}
      ${literalLimit(sql, roomFor(limit))}`)
      return rows.slice(0, limit)
    },

    ofCoffees: async coffeeIds =>
      coffeeIds.length === 0
        ? []
        : sql<RecipeOfCoffee[]>`
            select ${selected(sql, 'roasterRecipes', ['id', 'coffeeId', ...roasterRecipeFields])}
            from roaster_recipes
            where coffee_id = any(${coffeeIds}::int[])
            order by ${orderOfRecipes(sql)}`,

    coffees: roasterId => sql<Awaited<ReturnType<Embeds['coffees']>>>`
      select name, slug, flavor_profile
      from coffees
      where roaster_id = ${roasterId}
        and exists (select from roaster_recipes where coffee_id = coffees.id)
      order by ${placeKey(sql)}, id`,

    shared: async shareId => {
      const row = await nestedOne<Omit<StoredShare, 'brewer'> & { brewer: NamedMachine }>(sql`
        select recipes.roaster_id,
               recipes.coffee_profile_id as coffee_id,
               recipes.id as recipe_id,
               recipes.brew_method as method,
               ${selected(sql, 'recipes', sharedFields)},
               case when grinders.is_described then ${DESCRIBED_SLUG} else grinders.slug end as "grinder.slug",
               grinders.brand as "grinder.brand", grinders.model as "grinder.name",
               coffees.name as coffee_name,
               ${part(sql, 'roasters', 'roaster', ['name', 'slug'])},
               ${part(sql, 'machines', 'brewer', fullNameColumns)},
               (
                 select array_agg(distinct others.brew_method)
                 from recipes others
                 where others.coffee_profile_id = recipes.coffee_profile_id
                   and others.is_listed
               ) as brew_methods
        from recipes
        join coffees on coffees.id = recipes.coffee_profile_id
        join roasters on roasters.id = recipes.roaster_id
        join grinders on grinders.id = recipes.grinder_id
        join machines on machines.id = recipes.machine_id
        where recipes.share_id = ${shareId}
          and recipes.hidden_at is null`)
      return row && { ...row, brewer: fullName(row.brewer) }
    },

    target: async shareId => {
      const slash = shareId.indexOf('/')
      if (slash === -1) return sharedTarget(shareId)
      const [row] = await sql<EmbedTarget[]>`
        select roasters.id as roaster_id, coffees.id as coffee_id, null::int as recipe_id, null::text as method
        from roasters
        join coffees on coffees.roaster_id = roasters.id
        where roasters.slug = ${shareId.slice(0, slash)}
          and coffees.slug = ${shareId.slice(slash + 1)}`
      return row
    },
  }
}
