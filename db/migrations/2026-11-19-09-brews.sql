-- What people brew, their own recipes, and the coffees they keep.

create table brew_logs (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- The community recipe that it was brewed from.
  recipe_id integer references recipes on delete set null,
  method text not null,
  coffee_profile_id integer references coffees on delete set null,
  grinder_id integer references grinders,
  machine_id integer references machines,
  dose_grams double precision,
  water_grams double precision,
  grind_setting double precision,
  grind_setting_text text,
  grind_index double precision,
  water_temp_f double precision,
  brew_time_seconds integer,
  days_off_roast double precision,
  outcome text,
  notes text,
  rating integer check (rating between 1 and 5),
  taste_profile jsonb,
  extraction_feedback jsonb,
  saved_as_recipe boolean not null default false,
  -- Where an imported brew came from, so that importing a file twice adds nothing.
  import_key text,
  created_at timestamptz not null,
  tds_percent double precision,
  beverage_grams double precision,
  bloom_seconds integer,
  first_drip_seconds integer,
  is_favourite boolean,
  is_best boolean,
  bag_id integer references bags on delete set null,
  -- When it was brewed, which is not always when it was logged (created_at).
  brewed_at timestamptz not null,
  -- Such as iced or inverted (core/adaptation/styles.ts). Null: the usual way of its method.
  style text,
  -- The version of its community recipe that it was made by. Null: by no such recipe, or unknown, as
  -- for an imported brew whose recipe was edited elsewhere.
  recipe_version integer,
  -- The technique that it was made by, by its slug. A brew follows a recipe or a technique.
  technique text,
  -- Who drank it. Null is the person whose account it is, empty somebody without a name. No foreign
  -- key: the brews of a drinker who was removed stay apart from those of the others.
  drinker_ids integer[],
  -- What each of several said of it. Then rating and feedback of the brew are what was said for all,
  -- which is nobody's own. Null if one person drank it.
  cups jsonb,
  constraint brew_logs_cups_check check (cups is null or drinker_ids is not null),
  constraint brew_logs_follow_one check (num_nonnulls(recipe_id, technique) <= 1)
);
create index brew_logs_bag on brew_logs (bag_id) where bag_id is not null;
create index brew_logs_coffee on brew_logs (coffee_profile_id);
create unique index brew_logs_import on brew_logs (user_id, import_key) where import_key is not null;
create index brew_logs_newest on brew_logs (user_id, brewed_at desc, id desc);
create index brew_logs_of_coffee on brew_logs (user_id, coffee_profile_id, method, brewed_at desc, id desc);
create index brew_logs_recipe on brew_logs (recipe_id) where recipe_id is not null;
create index brew_logs_technique on brew_logs (technique) where technique is not null;
-- The last brew on each grinder, for where its dial is: without it, a grinder that was not used in
-- 100,000 brews is looked for in all of them.
create index brew_logs_on_grinder on brew_logs (user_id, grinder_id, brewed_at desc, id desc)
  where grinder_id is not null and grind_setting is not null;

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

-- The ids of somebody's newest brews, or of the newest before one of them, read in the order of the
-- index. Planned for a person with an average number of brews, the same statement would read and sort
-- all of them: 60 ms at 60,000 brews on the embedded engine, where everybody else waits meanwhile.
-- "rows 20" lets joins look up each brew instead of reading whole tables.
create function newest_brew_ids(
  of_user integer,
  most integer,
  before_at timestamptz default 'infinity',
  before_id integer default 0
) returns setof integer
  language sql stable rows 20
  set enable_bitmapscan = off
  set enable_sort = off
as $$
  select id
  from brew_logs
  where user_id = of_user
    and (brewed_at, id) < (before_at, before_id)
  order by brewed_at desc, id desc
  limit most
$$;

create table personal_recipes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- The brew that it was saved from. A brew becomes one recipe, however often it is saved.
  brew_log_id integer unique references brew_logs on delete set null,
  name text,
  method text not null,
  coffee_profile_id integer references coffees on delete set null,
  grinder_id integer references grinders,
  -- A brew may have been logged without some of these; a recipe written by hand has them all.
  grind_setting double precision,
  grind_setting_text text,
  grind_index double precision,
  ratio double precision,
  dose_grams double precision,
  water_grams double precision,
  water_temp_f double precision,
  brew_time_seconds integer,
  notes text,
  rating integer check (rating between 1 and 5),
  created_at timestamptz not null,
  steps jsonb,
  -- As in recipes.
  version integer not null default 1,
  edited_at timestamptz,
  -- As in recipe_forks.
  parent_id integer,
  parent_version integer,
  technique text,
  constraint personal_recipes_basis check (num_nonnulls(parent_id, technique) <= 1)
);
create index personal_recipes_coffee on personal_recipes (coffee_profile_id);
create index personal_recipes_newest on personal_recipes (user_id, created_at desc, id desc);

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

create table coffee_library (
  user_id integer not null references users on delete cascade,
  coffee_profile_id integer not null references coffees on delete cascade,
  personal_notes text,
  rating integer check (rating between 1 and 5),
  created_at timestamptz not null,
  roasted_on date,
  primary key (user_id, coffee_profile_id)
);
create index coffee_library_coffee on coffee_library (coffee_profile_id);
create index coffee_library_newest on coffee_library (user_id, created_at desc, coffee_profile_id desc);
