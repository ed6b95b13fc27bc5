-- Recipes that are based on others, and the earlier versions of recipes that were edited.

-- In lists, a recipe that nearly repeats the one it is based on is shown under it, not beside it. All
-- that lists and their counts contain is therefore "listed": neither hidden nor such a near copy. The
-- indexes for lists, the counters and their triggers follow that column.
drop index recipes_best;
drop index recipes_best_of_grinder;
drop index recipes_best_of_taste;
drop index recipes_coffee;
drop index recipes_grind_index;
drop index recipes_most_brewed;
drop index recipes_newest;
drop index recipes_newest_of_roaster;
drop index recipes_style;
drop index recipes_upvoted;
alter table recipes
  -- Edits count up from 1.
  add column version integer not null default 1,
  -- When this version was written; null for the first.
  add column edited_at timestamptz,
  add column is_near_copy boolean not null default false,
  add column is_listed boolean not null generated always as (hidden_at is null and not is_near_copy) stored;
create index recipes_best on recipes (wilson_score desc, (-downvotes) desc, created_at desc, id desc)
  include (
    downvotes, brew_method, roast_level, strength_level, taste_level, grind_range,
    brew_time_range, dose_grams, grind_index, coffee_profile_id, roaster_id, grinder_id,
    machine_id, created_by
  )
  where is_listed;
create index recipes_best_of_grinder on recipes (
  grinder_id, wilson_score desc, (-downvotes) desc, created_at desc, id desc, brew_method,
  machine_id, roast_level
)
  include (downvotes)
  where is_listed;
create index recipes_best_of_taste on recipes (
  taste, wilson_score desc, (-downvotes) desc, created_at desc, id desc
) where is_listed;
create index recipes_coffee on recipes (coffee_profile_id, brew_method)
  include (roast_level, taste_level, grind_range, brew_time_range, is_listed);
create index recipes_grind_index on recipes (grind_index)
  include (dose_grams, brew_method, roast_level, strength_level, taste_level, grind_range, brew_time_range)
  where is_listed;
create index recipes_most_brewed on recipes (brew_count desc, id desc)
  include (
    brew_method, roast_level, taste_level, grind_range, brew_time_range, coffee_profile_id,
    roaster_id, grinder_id, machine_id
  )
  where is_listed;
create index recipes_newest on recipes (created_at desc, id desc)
  include (
    brew_method, roast_level, taste_level, grind_range, brew_time_range, coffee_profile_id,
    roaster_id, grinder_id, machine_id
  )
  where is_listed;
create index recipes_newest_of_roaster on recipes (
  roaster_id, created_at desc, id desc, brew_method, roast_level, taste_level, grind_range,
  brew_time_range
) where is_listed;
create index recipes_style on recipes (
  brew_method, roast_level, dose_grams, grind_range, brew_time_range, taste_level,
  strength_level, grind_index, machine_id
) where is_listed;
create index recipes_upvoted on recipes (upvotes desc, (-downvotes) desc, created_at desc, id desc)
  include (downvotes, roast_level, taste_level, coffee_profile_id, grinder_id, machine_id)
  where is_listed;

create or replace function lift_coffee(of_recipe integer, weight double precision) returns void language plpgsql as $$
begin
  update coffee_trends
  set trending = greatest(0, trending + weight)
  from recipes
  where recipes.id = of_recipe
    and recipes.is_listed
    and coffee_id = recipes.coffee_profile_id;
end $$;

create or replace function count_old_brews() returns trigger language plpgsql as $$
declare
  brewed record;
begin
  -- In the order that all writers keep (adapters/postgres/queries/locks.ts).
  for brewed in
    select recipe_id, count(*)::int as brews
    from gone
    where recipe_id is not null
    group by recipe_id
    order by recipe_id
  loop
    update recipes
    set brew_count = brew_count - brewed.brews
    where id = brewed.recipe_id;
  end loop;
  for brewed in
    select recipe.coffee_profile_id, sum(of_recipe.weight) as weight
    from (
      select recipe_id, sum(trend_weight(created_at)) as weight
      from gone
      where recipe_id is not null
      group by recipe_id
    ) of_recipe
    -- Looks up each recipe by its primary key: a session plans this once, for any number of them.
    cross join lateral (
      select coffee_profile_id
      from recipes
      where id = of_recipe.recipe_id
        and is_listed
      limit 1
    ) recipe
    group by recipe.coffee_profile_id
    order by recipe.coffee_profile_id
  loop
    update coffee_trends
    set trending = greatest(0, trending - brewed.weight)
    where coffee_id = brewed.coffee_profile_id;
  end loop;
  return null;
end $$;

create or replace function count_recipe() returns trigger language plpgsql as $$
declare
  delta integer := one_if(new.id is not null and new.is_listed) - one_if(old.id is not null and old.is_listed);
  coffee integer := coalesce(new.coffee_profile_id, old.coffee_profile_id);
begin
  if delta <> 0 then
    update coffees
    set recipe_count = recipe_count + delta
    where id = coffee;
    update coffee_trends
    set trending = greatest(0, trending + delta * (
      select coalesce(sum(trend_weight(lifts.created_at)), 0)
      from lifts
      where recipe_id = coalesce(new.id, old.id)
    ))
    where coffee_id = coffee;
    update roasters
    set recipe_count = recipe_count + delta
    where id = coalesce(new.roaster_id, old.roaster_id);
  end if;
  return coalesce(new, old);
end $$;
drop trigger count_recipe on recipes;
create trigger count_recipe after insert or update of hidden_at, is_near_copy on recipes
  for each row execute function count_recipe();

create or replace function count_recipe_kind() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_listed then
    perform count_kind(old, -1);
  end if;
  if tg_op <> 'DELETE' and new.is_listed then
    perform count_kind(new, 1);
    insert into taste_cells (taste)
    select new.taste
    where new.taste is not null
    on conflict do nothing;
  end if;
  return null;
end $$;
drop trigger count_recipe_kind on recipes;
create trigger count_recipe_kind
  after insert or delete or update of
    hidden_at, is_near_copy, grinder_id, machine_id, brew_method, roast_level, grind_range, brew_time_range, taste
  on recipes
  for each row execute function count_recipe_kind();

create or replace function recount_coffees() returns void language sql as $$
  with counted as (
    select coffee_profile_id as id, count(*) as recipe_count
    from recipes
    where is_listed
    group by coffee_profile_id
  )
  update coffees
  set recipe_count = counted.recipe_count
  from counted
  where counted.id = coffees.id;
  with lifted as (
    select recipe_id, sum(trend_weight(created_at)) as weight
    from lifts
    group by recipe_id
  ), counted as (
    select recipes.coffee_profile_id as id, sum(lifted.weight) as trending
    from recipes
    join lifted on lifted.recipe_id = recipes.id
    where recipes.is_listed
    group by recipes.coffee_profile_id
  )
  update coffee_trends
  set trending = counted.trending
  from counted
  where counted.id = coffee_id;
$$;

create or replace function recount_recipe_kinds() returns void language sql as $$
  delete from recipes_by_gear;
  insert into recipes_by_gear (grinder_id, machine_id, brew_method, roast_level, recipes)
  select grinder_id, machine_id, brew_method, roast_level, count(*)
  from recipes
  where is_listed
  group by grinder_id, machine_id, brew_method, roast_level;
  delete from recipes_by_style;
  insert into recipes_by_style (brew_method, roast_level, grind_range, brew_time_range, taste_level, recipes)
  select brew_method, roast_level, coalesce(grind_range, ''), coalesce(brew_time_range, ''), taste_level, count(*)
  from recipes
  where is_listed
  group by 1, 2, 3, 4, 5;
  insert into taste_cells (taste)
  select distinct taste
  from recipes
  where taste is not null
  on conflict do nothing;
$$;

-- What a published recipe is based on: a recipe, or a technique by its slug. A table of its own, so
-- that recipes need no further index.
create table recipe_forks (
  recipe_id integer primary key references recipes on delete cascade,
  -- Not a foreign key: a recipe that is gone stays named, because ids are never given again. 0 is
  -- one that was never here. A recipe is based only on an older one, so there are no cycles.
  parent_id integer check (parent_id < recipe_id),
  -- The version of it that the recipe was made from.
  parent_version integer,
  technique text,
  -- How far one step of its dial goes, in index points: closer than that is the same grind.
  step_points double precision not null,
  check (num_nonnulls(parent_id, technique) = 1)
);
create index recipe_forks_parent on recipe_forks (parent_id) where parent_id is not null;
create index recipe_forks_technique on recipe_forks (technique) where technique is not null;

-- The same coffee and pours, the same ratio, temperature and time, and a setting within a step.
create function nearly_repeats(variation recipes, original recipes, step_points double precision) returns boolean
  language sql stable
  return coalesce(
    variation.coffee_profile_id = original.coffee_profile_id
    and variation.brew_method = original.brew_method
    and abs(variation.grind_index - original.grind_index) <= step_points + 0.01
    and round(variation.ratio::numeric, 1) = round(original.ratio::numeric, 1)
    and variation.water_temp_f is not distinct from original.water_temp_f
    and variation.brew_time_seconds is not distinct from original.brew_time_seconds
    and variation.steps is not distinct from original.steps,
    false
  );

-- Decides which recipes are near copies of the ones they are based on: this one, and those based on
-- it. Only of a visible recipe, so that hiding or deleting it brings them back into the lists.
create function decide_near_copies(of_recipe integer) returns void language plpgsql as $$
begin
  update recipes
  set is_near_copy = decided.is_near
  from (
    select variation.id, nearly_repeats(variation, original, fork.step_points) as is_near
    from recipe_forks fork
    join recipes variation on variation.id = fork.recipe_id
    left join recipes original on original.id = fork.parent_id and original.hidden_at is null
    where fork.parent_id = of_recipe
       or fork.recipe_id = of_recipe
  ) decided
  where recipes.id = decided.id
    and recipes.is_near_copy <> decided.is_near;
end $$;

create function follow_parent() returns trigger language plpgsql as $$
begin
  perform decide_near_copies(coalesce(new.id, old.id));
  return null;
end $$;
create trigger follow_parent
  after delete or update of
    hidden_at, machine_id, brew_method, grind_index, ratio, water_temp_f, brew_time_seconds, steps
  on recipes
  for each row execute function follow_parent();

create function place_fork() returns trigger language plpgsql as $$
begin
  perform decide_near_copies(new.recipe_id);
  return null;
end $$;
create trigger place_fork after insert or update on recipe_forks
  for each row execute function place_fork();

-- The earlier versions of recipes. Grinders and brewers are not foreign keys: an earlier version does
-- not keep a described grinder from being forgotten.
create table recipe_versions (
  recipe_id integer not null references recipes on delete cascade,
  version integer not null,
  written_at timestamptz not null,
  grinder_id integer not null,
  machine_id integer not null,
  filter_id integer,
  grind_setting double precision not null,
  grind_setting_text text,
  grind_index double precision not null,
  ratio double precision not null,
  dose_grams double precision not null,
  water_grams double precision not null,
  brew_time_seconds integer,
  water_temp_f double precision,
  notes text,
  taste_profile jsonb,
  steps jsonb,
  primary key (recipe_id, version)
);

-- Keeps what an edit replaces, whoever edits: the author, or a roaster their own recipe, whose index
-- is the fact. Where only the index follows a curve, the recipe is as its author wrote it.
create function keep_version() returns trigger language plpgsql as $$
begin
  if row(
    old.grinder_id, old.machine_id, old.filter_id, old.grind_setting, old.grind_setting_text, old.ratio,
    old.dose_grams, old.water_grams, old.brew_time_seconds, old.water_temp_f, old.notes, old.taste_profile, old.steps,
    case when old.roaster_recipe_id is not null then old.grind_index end
  ) is not distinct from row(
    new.grinder_id, new.machine_id, new.filter_id, new.grind_setting, new.grind_setting_text, new.ratio,
    new.dose_grams, new.water_grams, new.brew_time_seconds, new.water_temp_f, new.notes, new.taste_profile, new.steps,
    case when new.roaster_recipe_id is not null then new.grind_index end
  ) then
    new.edited_at := old.edited_at;
    return new;
  end if;
  insert into recipe_versions (
    recipe_id, version, written_at, grinder_id, machine_id, filter_id, grind_setting, grind_setting_text,
    grind_index, ratio, dose_grams, water_grams, brew_time_seconds, water_temp_f, notes, taste_profile, steps
  )
  values (
    old.id, old.version, coalesce(old.edited_at, old.created_at), old.grinder_id, old.machine_id, old.filter_id,
    old.grind_setting, old.grind_setting_text, old.grind_index, old.ratio, old.dose_grams, old.water_grams,
    old.brew_time_seconds, old.water_temp_f, old.notes, old.taste_profile, old.steps
  );
  new.version := old.version + 1;
  return new;
end $$;
create trigger keep_version before update of edited_at on recipes
  for each row execute function keep_version();

-- The same for personal recipes, which are in no list that others see.
alter table personal_recipes
  add column version integer not null default 1,
  add column edited_at timestamptz,
  -- As in recipe_forks.
  add column parent_id integer,
  add column parent_version integer,
  add column technique text,
  add constraint personal_recipes_basis check (num_nonnulls(parent_id, technique) <= 1);
create table personal_recipe_versions (
  personal_recipe_id integer not null references personal_recipes on delete cascade,
  version integer not null,
  written_at timestamptz not null,
  name text,
  grind_setting double precision,
  grind_setting_text text,
  grind_index double precision,
  ratio double precision,
  dose_grams double precision,
  water_grams double precision,
  water_temp_f double precision,
  brew_time_seconds integer,
  steps jsonb,
  notes text,
  rating integer,
  primary key (personal_recipe_id, version)
);
create function keep_personal_version() returns trigger language plpgsql as $$
begin
  if row(
    old.name, old.grind_setting, old.grind_setting_text, old.ratio, old.dose_grams, old.water_grams,
    old.water_temp_f, old.brew_time_seconds, old.steps, old.notes
  ) is not distinct from row(
    new.name, new.grind_setting, new.grind_setting_text, new.ratio, new.dose_grams, new.water_grams,
    new.water_temp_f, new.brew_time_seconds, new.steps, new.notes
  ) then
    new.edited_at := old.edited_at;
    return new;
  end if;
  insert into personal_recipe_versions (
    personal_recipe_id, version, written_at, name, grind_setting, grind_setting_text, grind_index, ratio,
    dose_grams, water_grams, water_temp_f, brew_time_seconds, steps, notes, rating
  )
  values (
    old.id, old.version, coalesce(old.edited_at, old.created_at), old.name, old.grind_setting,
    old.grind_setting_text, old.grind_index, old.ratio, old.dose_grams, old.water_grams, old.water_temp_f,
    old.brew_time_seconds, old.steps, old.notes, old.rating
  );
  new.version := old.version + 1;
  return new;
end $$;
create trigger keep_version before update of edited_at on personal_recipes
  for each row execute function keep_personal_version();

-- The version of its community recipe that a brew was made by. Null: by no such recipe, or unknown, as
-- for an imported brew whose recipe was edited elsewhere.
alter table brew_logs add column recipe_version integer;
create function note_recipe_version() returns trigger language plpgsql as $$
begin
  select version
  into new.recipe_version
  from recipes
  where id = new.recipe_id;
  return new;
end $$;
create trigger note_recipe_version before insert on brew_logs
  for each row when (new.recipe_id is not null and new.import_key is null) execute function note_recipe_version();

-- Whether to mail when somebody publishes a variation of a recipe of theirs.
alter table users add column notify_recipe_variations boolean not null default true;
