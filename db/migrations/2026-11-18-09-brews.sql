-- What people brew, and the coffee they brew it with.

-- Bags of coffee that people imported. They are private: the catalog contains nothing of them.
create table bags (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  import_key text not null,
  -- The coffee of the catalog that it certainly is.
  coffee_profile_id integer references coffees on delete set null,
  name text not null,
  roaster_name text,
  roast_level text check (roast_level in ('LIGHT', 'MEDIUM_LIGHT', 'MEDIUM', 'MEDIUM_DARK', 'DARK')),
  coffee_type text check (coffee_type in ('SINGLE_ORIGIN', 'BLEND', 'DECAF')),
  origin text,
  flavor_profile text,
  processing_method text,
  personal_notes text,
  rating integer check (rating between 1 and 5),
  weight_grams double precision,
  roasted_on date,
  frozen_on date,
  thawed_on date,
  is_archived boolean not null default false,
  is_favourite boolean not null default false,
  created_at timestamptz not null,
  unique (user_id, import_key)
);
create index bags_coffee on bags (coffee_profile_id);
create index bags_newest on bags (user_id, created_at desc, id desc);

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
  style text
);
create index brew_logs_bag on brew_logs (bag_id) where bag_id is not null;
create index brew_logs_coffee on brew_logs (coffee_profile_id);
create unique index brew_logs_import on brew_logs (user_id, import_key) where import_key is not null;
create index brew_logs_newest on brew_logs (user_id, brewed_at desc, id desc);
create index brew_logs_of_coffee on brew_logs (user_id, coffee_profile_id, method, brewed_at desc, id desc);
create index brew_logs_recipe on brew_logs (recipe_id) where recipe_id is not null;

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
  steps jsonb
);
create index personal_recipes_coffee on personal_recipes (coffee_profile_id);
create index personal_recipes_newest on personal_recipes (user_id, created_at desc, id desc);

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
