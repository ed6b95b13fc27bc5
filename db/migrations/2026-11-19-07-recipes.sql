-- Community recipes, the lists they appear in, how many there are of each kind, what they are based on
-- and their earlier versions.

-- The lower end of Wilson's 95 % interval (z = 1.96), as in core/recipes/wilson.ts; a test compares
-- them. Exactly 0 without upvotes: there the number of downvotes decides, not a rounding error.
-- plpgsql, because a session then plans it once and not with every vote.
create function wilson_score(up integer, down integer) returns double precision
  language plpgsql immutable strict parallel safe
as $$
begin
  return case when up = 0 then 0 else (
    up::float8 / (up + down) + 1.9208 / (up + down)
    - 1.96 * sqrt(up::float8 * down / (up + down) + 0.9604) / (up + down)
  ) / (1 + 3.8416 / (up + down)) end;
end $$;

-- All indexes for lists are partial: hidden recipes and near copies are in no list, and in no count
-- beside one. A list shows the best recipes first: by score, then fewer downvotes, then newer, then
-- id. All of them descend, so that one row comparison finds the next page. Filters are compared inside
-- an index where its columns include them, so that recipes which do not match are never read.
create table recipes (
  id integer generated always as identity primary key,
  coffee_profile_id integer not null references coffees on delete cascade,
  grinder_id integer not null references grinders,
  machine_id integer not null references machines,
  filter_id integer references filters,
  -- Null when the author's account has been deleted: shown as Anonymous.
  created_by integer references users on delete set null,
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
  -- From the coffee and the machine, so that one index can filter and sort.
  roaster_id integer not null references roasters on delete cascade,
  brew_method text not null,
  roast_level text not null,
  -- The names of grind_index and brew_time_seconds (core/recipes/ranges.ts).
  grind_range text,
  brew_time_range text,
  -- The cell of taste space that it is in (core/taste/match.ts).
  taste cube,
  -- How strong it is for its method, 1 to 5: the fifth coordinate of that cell.
  strength_level smallint generated always as ((1 + 4 * cube_ll_coord(taste, 5))::smallint) stored,
  -- Its index finds a recipe by its share link.
  share_id text unique,
  upvotes integer not null default 0,
  downvotes integer not null default 0,
  wilson_score double precision not null generated always as (wilson_score(upvotes, downvotes)) stored,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  avg_rating double precision generated always as (
    case when rating_count > 0 then rating_sum::float8 / rating_count end
  ) stored,
  brew_count integer not null default 0,
  save_count integer not null default 0,
  comment_count integer not null default 0,
  hidden_at timestamptz,
  created_at timestamptz not null,
  -- What to do when (core/recipes/steps.ts). Null: nobody has said.
  steps jsonb,
  -- Whether the index came from the author's own calibration: on another dial of the same kind, the
  -- setting is then different.
  author_calibrated boolean not null default false,
  -- How bright or rich it is, -2 to 2: body and bitterness against acidity. Unknown is in the
  -- middle.
  taste_level smallint not null generated always as (
    coalesce(
      greatest(-2, least(2, round(
        (2 * (cube_ll_coord(taste, 2) + cube_ll_coord(taste, 4) - cube_ll_coord(taste, 1) - 0.5))::numeric
      )))::smallint,
      0::smallint
    )
  ) stored,
  -- A roaster's own recipe appears among the community's once somebody has voted on it, rated,
  -- saved or brewed it. It changes and is deleted with the roaster's.
  roaster_recipe_id integer references roaster_recipes on delete cascade,
  -- Edits count up from 1.
  version integer not null default 1,
  -- When this version was written; null for the first.
  edited_at timestamptz,
  -- Whether it nearly repeats the one that it is based on. Then it is shown under that one, not beside.
  is_near_copy boolean not null default false,
  is_listed boolean not null generated always as (hidden_at is null and not is_near_copy) stored
);
-- The recipes that a person wrote; deleting an account.
create index recipes_author on recipes (created_by);
-- The best recipes by Wilson's score, of all or of those that match a filter which many match.
create index recipes_best on recipes (wilson_score desc, (-downvotes) desc, created_at desc, id desc)
  include (
    downvotes, brew_method, roast_level, strength_level, taste_level, grind_range,
    brew_time_range, dose_grams, grind_index, coffee_profile_id, roaster_id, grinder_id,
    machine_id, created_by
  )
  where is_listed;
-- The best recipes of a grinder, also by one machine, method or roast.
create index recipes_best_of_grinder on recipes (
  grinder_id, wilson_score desc, (-downvotes) desc, created_at desc, id desc, brew_method,
  machine_id, roast_level
)
  include (downvotes)
  where is_listed;
-- The best recipes of a cell of the taste space, to recommend those nearest to a palate.
create index recipes_best_of_taste on recipes (
  taste, wilson_score desc, (-downvotes) desc, created_at desc, id desc
) where is_listed;
-- The recipes of a coffee, also by one method; their facets and figures; deleting a coffee.
create index recipes_coffee on recipes (coffee_profile_id, brew_method)
  include (roast_level, taste_level, grind_range, brew_time_range, is_listed);
-- Recipes of a range of grinds.
create index recipes_grind_index on recipes (grind_index)
  include (dose_grams, brew_method, roast_level, strength_level, taste_level, grind_range, brew_time_range)
  where is_listed;
-- The most brewed recipes.
create index recipes_most_brewed on recipes (brew_count desc, id desc)
  include (
    brew_method, roast_level, taste_level, grind_range, brew_time_range, coffee_profile_id,
    roaster_id, grinder_id, machine_id
  )
  where is_listed;
-- The newest recipes.
create index recipes_newest on recipes (created_at desc, id desc)
  include (
    brew_method, roast_level, taste_level, grind_range, brew_time_range, coffee_profile_id,
    roaster_id, grinder_id, machine_id
  )
  where is_listed;
-- The newest recipes of a roaster, for the feed of those who follow it; all recipes of a roaster.
create index recipes_newest_of_roaster on recipes (
  roaster_id, created_at desc, id desc, brew_method, roast_level, taste_level, grind_range,
  brew_time_range
) where is_listed;
-- The published recipe of a roaster's own recipe, of which there is at most one.
create unique index recipes_of_roaster_recipe on recipes (roaster_recipe_id) where roaster_recipe_id is not null;
-- Recipes of a style that few have, of a range of doses, or of a machine that few have.
create index recipes_style on recipes (
  brew_method, roast_level, dose_grams, grind_range, brew_time_range, taste_level,
  strength_level, grind_index, machine_id
) where is_listed;
-- The recipes with the most upvotes (GET /api/community-recipes).
create index recipes_upvoted on recipes (upvotes desc, (-downvotes) desc, created_at desc, id desc)
  include (downvotes, roast_level, taste_level, coffee_profile_id, grinder_id, machine_id)
  where is_listed;
-- Method, grind and time depend on each other (no espresso is coarse), which statistics of single
-- columns do not show.
create statistics recipes_style on brew_method, roast_level, grind_range, brew_time_range from recipes;

-- Recipes and trends repeat the roast and type of their coffee.
create function follow_coffee() returns trigger language plpgsql as $$
begin
  update recipes
  set roast_level = new.roast_level
  where coffee_profile_id = new.id
    and roast_level <> new.roast_level;
  update coffee_trends
  set roast_level = new.roast_level,
      coffee_type = new.coffee_type
  where coffee_id = new.id;
  return null;
end $$;
create trigger follow_coffee after update of roast_level, coffee_type on coffees
  for each row
  when (old.roast_level is distinct from new.roast_level or old.coffee_type is distinct from new.coffee_type)
  execute function follow_coffee();

-- The position of a recipe in lists before a vote or a brew changed it. A cursor remembers the
-- snapshot of its first page; recipes that have changed since are read with their position then, so
-- that paging meets every recipe exactly once. Rows are kept for an hour. Unlogged: losing them in a
-- crash costs nothing.
create unlogged table recipe_moves (
  id bigint generated always as identity primary key,
  recipe_id integer not null,
  moved_by xid8 not null default pg_current_xact_id(),
  wilson_score double precision not null,
  downvotes integer not null,
  brew_count integer not null,
  moved_at timestamptz not null default now(),
  upvotes integer not null
);
create index recipe_moves_since on recipe_moves (moved_by);

create function note_move() returns trigger language plpgsql as $$
begin
  insert into recipe_moves (recipe_id, wilson_score, upvotes, downvotes, brew_count)
  values (old.id, old.wilson_score, old.upvotes, old.downvotes, old.brew_count);
  return null;
end $$;
create trigger note_move after update of upvotes, downvotes, brew_count on recipes
  for each row
  when (old.upvotes <> new.upvotes or old.downvotes <> new.downvotes or old.brew_count <> new.brew_count)
  execute function note_move();

-- The recipes that have changed position since a snapshot, with the position then. In plpgsql,
-- because an SQL function would be inlined: like this, one plan serves every snapshot.
create function moved_since(as_of pg_snapshot)
  returns table (recipe_id integer, wilson_score double precision, upvotes integer, downvotes integer, brew_count integer)
  language plpgsql stable rows 100
as $$
#variable_conflict use_column
begin
  return query
    select distinct on (recipe_id) recipe_id, wilson_score, upvotes, downvotes, brew_count
    from recipe_moves
    where moved_by >= pg_snapshot_xmin(as_of)
      and not pg_visible_in_snapshot(moved_by, as_of)
    order by recipe_id, id;
end $$;

-- How many listed recipes there are by gear, and by what else a list can be filtered by. The counts
-- beside the filters of a list are sums over these few thousand rows.
create table recipes_by_gear (
  grinder_id integer not null,
  machine_id integer not null,
  roast_level text not null,
  recipes integer not null,
  brew_method text not null,
  primary key (grinder_id, machine_id, brew_method, roast_level)
);
create index recipes_by_gear_machine on recipes_by_gear (machine_id);

create table recipes_by_style (
  brew_method text not null,
  roast_level text not null,
  grind_range text not null,
  brew_time_range text not null,
  recipes integer not null,
  taste_level smallint not null default 0,
  primary key (brew_method, roast_level, grind_range, brew_time_range, taste_level)
);

-- Every cell of taste space that some recipe is in. The nearest cells to a palate are found here,
-- and then the best recipes of each.
create table taste_cells (
  taste cube primary key
);
create index taste_cells_nearest on taste_cells using gist (taste);

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
