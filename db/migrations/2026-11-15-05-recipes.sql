-- Wilson lower bound, 95 % (z = 1.96). The same figures as core/recipes/wilson.ts, by test. Without upvotes exactly 0:
-- the last bit of a square root must not decide before fewer downvotes do.
create function wilson_score(up integer, down integer) returns double precision
  language sql immutable strict parallel safe
  return case when up = 0 then 0 else (
    up::float8 / (up + down) + 1.9208 / (up + down)
    - 1.96 * sqrt(up::float8 * down / (up + down) + 0.9604) / (up + down)
  ) / (1 + 3.8416 / (up + down)) end;

create table recipes (
  id integer generated always as identity primary key,
  coffee_profile_id integer not null references coffees on delete cascade,
  grinder_id integer not null references grinders,
  machine_id integer not null references machines,
  filter_id integer references filters,
  -- Null once the author's account is gone: shown as Anonymous.
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
  -- Read off the coffee and the machine when the recipe is made, so that one index can filter and sort.
  roaster_id integer not null references roasters on delete cascade,
  brew_method text not null,
  roast_level text not null,
  -- What grind_index and brew_time_seconds are called (core/recipes/ranges.ts); null where no time is given.
  grind_range text,
  brew_time_range text,
  -- The cell of taste space the recipe falls in (core/taste/match.ts).
  taste cube,
  -- How strong it is for its method, 1 to 5: the fifth coordinate of that cell.
  strength_level smallint generated always as ((1 + 4 * cube_ll_coord(taste, 5))::smallint) stored,
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
  created_at timestamptz not null
);
-- Best first: score, then fewer downvotes, then newer, then id; all descending, so that one row comparison finds the
-- next page. Alone and behind each filter that names one thing.
create index recipes_best on recipes (wilson_score desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
create index recipes_best_of_coffee on recipes (coffee_profile_id, wilson_score desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
create index recipes_best_of_grinder on recipes (grinder_id, wilson_score desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
create index recipes_best_of_machine on recipes (machine_id, wilson_score desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
create index recipes_best_of_method on recipes (brew_method, wilson_score desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
create index recipes_best_of_roaster on recipes (roaster_id, wilson_score desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
create index recipes_best_of_author on recipes (created_by, wilson_score desc, (-downvotes) desc, created_at desc, id desc);
create index recipes_newest on recipes (created_at desc, id desc) where hidden_at is null;
create index recipes_newest_of_roaster on recipes (roaster_id, created_at desc, id desc) where hidden_at is null;
create index recipes_most_brewed on recipes (brew_count desc, id desc) where hidden_at is null;
create index recipes_best_of_taste on recipes (taste, wilson_score desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
-- The best for a coffee and method: what adaptation learns from.
create index recipes_best_of_coffee_method on recipes (coffee_profile_id, brew_method, wilson_score desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
-- The best of each kind. What asks for several kinds takes the best of each and sorts those few; with `downvotes` itself
-- in the index they are sorted before any row is read.
create index recipes_best_of_kind on recipes (brew_method, roast_level, strength_level, wilson_score desc, (-downvotes) desc, created_at desc, id desc) include (downvotes) where hidden_at is null;
create index recipes_style on recipes (brew_method, roast_level, grind_range, brew_time_range) where hidden_at is null;
-- Method, grind and time go together (no espresso is coarse), which single columns do not tell the planner.
create statistics recipes_style on brew_method, roast_level, grind_range, brew_time_range from recipes;
create index recipes_filter on recipes (filter_id);
-- Recipes go with their coffee when it goes, and change with it: all of them, hidden ones too.
create index recipes_coffee on recipes (coffee_profile_id);

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
