-- One palate a person, each dimension from 0 to 1 (core/taste/palate.ts). No row: nothing was ever set.
create table palates (
  user_id integer primary key references users on delete cascade,
  acidity double precision not null check (acidity between 0 and 1),
  body double precision not null check (body between 0 and 1),
  sweetness double precision not null check (sweetness between 0 and 1),
  bitterness double precision not null check (bitterness between 0 and 1),
  complexity double precision not null check (complexity between 0 and 1),
  aftertaste double precision not null check (aftertaste between 0 and 1),
  strength double precision not null check (strength between 0 and 1),
  roast double precision not null check (roast between 0 and 1),
  explorer double precision not null check (explorer between 0 and 1)
);

-- What a person owns. At most one of each kind is the default, whatever races.
create table user_grinders (
  user_id integer not null references users on delete cascade,
  grinder_id integer not null references grinders on delete cascade,
  is_default boolean not null default false,
  nickname text,
  -- The owner's own curve (core/grind/calibrate.ts) and what they tasted to get it.
  calibration jsonb,
  tasted jsonb,
  created_at timestamptz not null,
  primary key (user_id, grinder_id)
);
create unique index user_grinders_default on user_grinders (user_id) where is_default;
create index user_grinders_grinder on user_grinders (grinder_id);

create table user_machines (
  user_id integer not null references users on delete cascade,
  machine_id integer not null references machines on delete cascade,
  is_default boolean not null default false,
  nickname text,
  created_at timestamptz not null,
  primary key (user_id, machine_id)
);
create unique index user_machines_default on user_machines (user_id) where is_default;
create index user_machines_machine on user_machines (machine_id);

create table user_filters (
  user_id integer not null references users on delete cascade,
  filter_id integer not null references filters on delete cascade,
  is_default boolean not null default false,
  nickname text,
  created_at timestamptz not null,
  primary key (user_id, filter_id)
);
create unique index user_filters_default on user_filters (user_id) where is_default;
create index user_filters_filter on user_filters (filter_id);

create table coffee_library (
  user_id integer not null references users on delete cascade,
  coffee_profile_id integer not null references coffees on delete cascade,
  personal_notes text,
  rating integer check (rating between 1 and 5),
  created_at timestamptz not null,
  primary key (user_id, coffee_profile_id)
);
create index coffee_library_newest on coffee_library (user_id, created_at desc, coffee_profile_id desc);
create index coffee_library_coffee on coffee_library (coffee_profile_id);

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

create table collections (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  description text,
  created_at timestamptz not null
);
create index collections_newest on collections (user_id, created_at desc, id desc);

create table collection_items (
  collection_id integer not null references collections on delete cascade,
  recipe_id integer not null references recipes on delete cascade,
  created_at timestamptz not null,
  primary key (collection_id, recipe_id)
);
create index collection_items_newest on collection_items (collection_id, created_at desc, recipe_id desc);
create index collection_items_recipe on collection_items (recipe_id);

-- Whose saving an author has been told of: saving again after taking it back sends no second mail.
create table favourite_notices (
  user_id integer not null references users on delete cascade,
  community_recipe_id integer not null references recipes on delete cascade,
  primary key (user_id, community_recipe_id)
);
create index favourite_notices_recipe on favourite_notices (community_recipe_id);

-- What a save has lifted sinks again with it, or saving and taking back in turns would make a coffee trend.
create function sink_trend() returns trigger language plpgsql as $$
begin
  update coffees
  set trending = greatest(0, trending - trend_weight(old.created_at))
  from recipes
  where recipes.id = old.community_recipe_id
    and coffees.id = recipes.coffee_profile_id;
  return null;
end $$;
create trigger sink_trend after delete on saved_recipes
  for each row execute function sink_trend();
