create table brew_logs (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- The community recipe it was brewed from, if any.
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
  -- Where an imported log came from, so that the same file twice adds nothing twice.
  import_key text,
  created_at timestamptz not null,
  unique (user_id, import_key)
);
create index brew_logs_newest on brew_logs (user_id, created_at desc, id desc);
create index brew_logs_of_coffee on brew_logs (user_id, coffee_profile_id, method, created_at desc, id desc);
create index brew_logs_recipe on brew_logs (recipe_id);
create index brew_logs_coffee on brew_logs (coffee_profile_id);

create table personal_recipes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- The brew it was saved from, if any: a brew becomes one recipe, however often it is saved.
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
  created_at timestamptz not null
);
create index personal_recipes_newest on personal_recipes (user_id, created_at desc, id desc);
create index personal_recipes_coffee on personal_recipes (coffee_profile_id);

-- Which coffee a bean of another app became, so that the same file twice adds nothing twice and a later file with
-- brews alone finds their coffees.
create table imported_beans (
  user_id integer not null references users on delete cascade,
  import_key text not null,
  coffee_profile_id integer not null references coffees on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, import_key)
);
create index imported_beans_coffee on imported_beans (coffee_profile_id);
