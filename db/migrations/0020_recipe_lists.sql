-- How many recipes there are of each kind, so that the total of a list is a sum over a few rows and never a scan.
-- No list filters by gear and style at once. Filters by coffee, roaster or author count by their own index.
create table recipes_by_gear (
  grinder_id integer not null,
  machine_id integer not null,
  roast_level text not null,
  recipes integer not null,
  primary key (grinder_id, machine_id, roast_level)
);
create index recipes_by_gear_machine on recipes_by_gear (machine_id);

create table recipes_by_style (
  brew_method text not null,
  roast_level text not null,
  -- '' where a recipe has none.
  grind_range text not null,
  brew_time_range text not null,
  recipes integer not null,
  primary key (brew_method, roast_level, grind_range, brew_time_range)
);

-- The cells of taste space that hold recipes: at most 5^6, so the search for the nearest stays small.
create table taste_cells (taste cube primary key);
create index taste_cells_nearest on taste_cells using gist (taste);

create function count_kind(recipe recipes, delta integer) returns void language plpgsql as $$
begin
  insert into recipes_by_gear as kind (grinder_id, machine_id, roast_level, recipes)
  values (recipe.grinder_id, recipe.machine_id, recipe.roast_level, delta)
  on conflict (grinder_id, machine_id, roast_level) do update
  set recipes = kind.recipes + excluded.recipes;
  insert into recipes_by_style as kind (brew_method, roast_level, grind_range, brew_time_range, recipes)
  values (
    recipe.brew_method, recipe.roast_level,
    coalesce(recipe.grind_range, ''), coalesce(recipe.brew_time_range, ''), delta
  )
  on conflict (brew_method, roast_level, grind_range, brew_time_range) do update
  set recipes = kind.recipes + excluded.recipes;
end $$;

create function count_recipe_kind() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.hidden_at is null then
    perform count_kind(old, -1);
  end if;
  if tg_op <> 'DELETE' and new.hidden_at is null then
    perform count_kind(new, 1);
    insert into taste_cells (taste)
    select new.taste
    where new.taste is not null
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger count_recipe_kind
  after insert or delete or update of hidden_at, roast_level, grind_range, brew_time_range, taste on recipes
  for each row execute function count_recipe_kind();

-- The tables above from nothing, for what is loaded with triggers off.
create function recount_recipe_kinds() returns void language sql as $$
  delete from recipes_by_gear;
  insert into recipes_by_gear (grinder_id, machine_id, roast_level, recipes)
  select grinder_id, machine_id, roast_level, count(*)
  from recipes
  where hidden_at is null
  group by grinder_id, machine_id, roast_level;
  delete from recipes_by_style;
  insert into recipes_by_style (brew_method, roast_level, grind_range, brew_time_range, recipes)
  select brew_method, roast_level, coalesce(grind_range, ''), coalesce(brew_time_range, ''), count(*)
  from recipes
  where hidden_at is null
  group by 1, 2, 3, 4;
  insert into taste_cells (taste)
  select distinct taste
  from recipes
  where taste is not null
  on conflict do nothing;
$$;

-- A recipe goes with its coffee when that turns out darker or lighter than was said.
create function follow_roast() returns trigger language plpgsql as $$
begin
  update recipes
  set roast_level = new.roast_level
  where coffee_profile_id = new.id;
  return null;
end $$;
create trigger follow_roast after update of roast_level on coffees
  for each row when (old.roast_level is distinct from new.roast_level) execute function follow_roast();

-- Where a recipe stood in its lists before a vote or a brew moved it. A cursor remembers the snapshot its walk began
-- with; whatever has moved since is read where it stood then, so that a walk meets every recipe exactly once. Kept for
-- an hour; losing it in a crash costs nothing, so no WAL.
create unlogged table recipe_moves (
  id bigint generated always as identity primary key,
  recipe_id integer not null,
  moved_by xid8 not null default pg_current_xact_id(),
  wilson_score double precision not null,
  downvotes integer not null,
  brew_count integer not null,
  moved_at timestamptz not null default now()
);
create index recipe_moves_since on recipe_moves (moved_by);

create function note_move() returns trigger language plpgsql as $$
begin
  insert into recipe_moves (recipe_id, wilson_score, downvotes, brew_count)
  values (old.id, old.wilson_score, old.downvotes, old.brew_count);
  return null;
end $$;
create trigger note_move after update of upvotes, downvotes, brew_count on recipes
  for each row
  when (
    old.upvotes <> new.upvotes
    or old.downvotes <> new.downvotes
    or old.brew_count <> new.brew_count
  )
  execute function note_move();

-- What has moved since a snapshot, where it stood then. Not in plain SQL, which would be inlined: as it is, the planner
-- expects the same of every snapshot and may use one plan for all walks.
create function moved_since(as_of pg_snapshot)
  returns table (recipe_id integer, wilson_score double precision, downvotes integer, brew_count integer)
  language plpgsql stable rows 100
as $$
#variable_conflict use_column
begin
  return query
    select distinct on (recipe_id) recipe_id, wilson_score, downvotes, brew_count
    from recipe_moves
    where moved_by >= pg_snapshot_xmin(as_of)
      and not pg_visible_in_snapshot(moved_by, as_of)
    order by recipe_id, id;
end $$;

-- Flavours as they are searched by.
alter table coffees add column flavor_text text generated always as (fold(flavor_profile)) stored;
create index coffees_flavours on coffees using gin (flavor_text gin_trgm_ops);
