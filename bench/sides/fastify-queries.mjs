// The obvious SQL: everything that a reply shows is joined.

/** Ours are documents, whose fields cost a join more than plain columns would; whoever joins would have made columns. */
export const plainGrinders = `
  create table if not exists plain_grinders as
  select id,
         record ->> 'slug' as slug,
         record ->> 'brand' as brand,
         record ->> 'model' as model,
         (record ->> 'minSetting')::float8 as min_setting,
         (record ->> 'maxSetting')::float8 as max_setting,
         record ->> 'burrType' as burr_type,
         (record ->> 'burrSizeMm')::float8 as burr_size_mm
  from grinders;
  create unique index if not exists plain_grinders_id on plain_grinders (id);
  analyze plain_grinders`

const recipeColumns = `
  recipes.id, recipes.coffee_profile_id, recipes.grinder_id, recipes.machine_id, recipes.filter_id,
  recipes.grind_setting, recipes.grind_setting_text, recipes.grind_index, recipes.ratio, recipes.dose_grams,
  recipes.water_grams, recipes.brew_time_seconds, recipes.water_temp_f, recipes.notes, recipes.taste_profile,
  recipes.steps, recipes.author_calibrated, recipes.upvotes, recipes.downvotes, recipes.wilson_score,
  recipes.avg_rating, recipes.rating_count, recipes.brew_count, recipes.created_at, recipes.comment_count,
  recipes.roaster_recipe_id is not null as by_roaster,
  coffees.name as coffee_name, coffees.slug as coffee_slug, coffees.roast_level, coffees.origin,
  coffees.flavor_profile, coffees.acidity_level, coffees.body_level,
  roasters.id as roaster_id, roasters.name as roaster_name, roasters.slug as roaster_slug,
  grinders.slug as grinder_slug, grinders.brand as grinder_brand, grinders.model as grinder_model,
  machines.brand as machine_brand, machines.model as machine_model, machines.brew_method as machine_method,
  users.id as author_id, coalesce(users.name, 'Brewer ' || users.id) as author_name`

const recipeJoins = `
  from recipes
  join coffees on coffees.id = recipes.coffee_profile_id
  join roasters on roasters.id = coffees.roaster_id
  join plain_grinders grinders on grinders.id = recipes.grinder_id
  join machines on machines.id = recipes.machine_id
  left join users on users.id = recipes.created_by`

export const oneRecipe = {
  name: 'one recipe',
  text: `
    select ${recipeColumns}, recipes.version, recipes.edited_at,
           coffees.coffee_type, coffees.description as coffee_description, coffees.processing_method,
           roasters.city, roasters.state, roasters.country, roasters.logo_url, roasters.website_url, roasters.is_verified,
           grinders.min_setting, grinders.max_setting, grinders.burr_type, grinders.burr_size_mm,
           machines.default_water_temp_f,
           filters.name as filter_name, filters.type as filter_type, filters.description as filter_description
    ${recipeJoins}
    left join filters on filters.id = recipes.filter_id
    where recipes.id = $1
      and recipes.hidden_at is null`,
}

export const newest = {
  name: 'newest',
  text: `
    select ${recipeColumns}
    ${recipeJoins}
    where recipes.is_listed
    order by recipes.created_at desc, recipes.id desc
    limit 20
    offset $1`,
}

/** The sums that are there anyway: counting the rows would be the obvious way, and thirty times as slow. */
export const total = { name: 'total', text: 'select sum(recipes)::int as total from recipes_by_style' }

export const search = {
  name: 'search',
  text: `
    select ${recipeColumns}
    ${recipeJoins}
    where coffees.search_text like all ($1)
      and recipes.is_listed
    order by recipes.wilson_score desc, -recipes.downvotes desc, recipes.created_at desc, recipes.id desc
    limit 50`,
}

export const coffees = {
  name: 'coffees',
  text: `
    select coffees.id, coffees.slug, coffees.name, coffees.roast_level, coffees.coffee_type, coffees.origin,
           coffees.flavor_profile, coffees.description, coffees.acidity_level, coffees.body_level,
           coffees.processing_method, coffees.recipe_count, coffees.created_at,
           coffees.buy_url, pictures.sizes, roasters.id as roaster_id, roasters.name as roaster_name, roasters.slug as roaster_slug
    from coffees
    join roasters on roasters.id = coffees.roaster_id
    left join pictures on pictures.coffee_id = coffees.id
    where coffees.search_text like all ($1)
    order by length(coffees.search_text), coffees.id desc
    limit 20`,
}

export const person = {
  name: 'person',
  text: `
    select id
    from users
    where id = $1
      and session_version = $2
      and disabled_at is null
      and not exists (select from ended_sessions where ended_sessions.id = $3)`,
}

// A vote in steps, which are one transaction: the recipe, locked so that two votes count as two; an earlier vote, which
// is read once the lock is there; the vote; what it counts for the recipe, and what it lifts its coffee by.
export const votedOn = {
  name: 'voted on',
  text: `
    select coffee_profile_id, created_by
    from recipes
    where id = $1
      and hidden_at is null
    for no key update`,
}

export const earlierVote = {
  name: 'earlier vote',
  text: 'select vote, created_at from votes where recipe_id = $1 and user_id = $2',
}

export const vote = {
  name: 'vote',
  text: `
    insert into votes (recipe_id, user_id, vote, created_at, counts)
    values ($1, $2, $3, $4, $5)
    on conflict (recipe_id, user_id) do update
    set vote = excluded.vote,
        created_at = excluded.created_at`,
}

export const countVote = {
  name: 'count vote',
  text: 'update recipes set upvotes = upvotes + $2, downvotes = downvotes + $3 where id = $1',
}

export const liftCoffee = {
  name: 'lift coffee',
  text: `
    update coffee_trends
    set trending = greatest(0, trending + trend_weight($2) - trend_weight($3))
    where coffee_id = $1`,
}

export const logBrew = {
  name: 'log brew',
  text: `
    insert into brew_logs
      (user_id, method, coffee_profile_id, machine_id, dose_grams, water_grams, brew_time_seconds, rating, notes, created_at, brewed_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
    returning id`,
}

export const oneBrew = {
  name: 'one brew',
  text: `
    select brew_logs.id, brew_logs.method, brew_logs.coffee_profile_id, brew_logs.machine_id, brew_logs.dose_grams,
           brew_logs.water_grams, brew_logs.brew_time_seconds, brew_logs.rating, brew_logs.notes, brew_logs.created_at,
           coffees.name as coffee_name, coffees.slug as coffee_slug, roasters.name as roaster_name,
           machines.brand as machine_brand, machines.model as machine_model
    from brew_logs
    join coffees on coffees.id = brew_logs.coffee_profile_id
    join roasters on roasters.id = coffees.roaster_id
    join machines on machines.id = brew_logs.machine_id
    where brew_logs.id = $1`,
}
