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
