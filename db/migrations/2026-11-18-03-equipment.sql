-- Grinders, brewers and filters, and what people own of them.
--
-- `shipped` is the row as a release brought it. While the row still equals it, nobody here has
-- changed it, and it follows the next release.

-- A grinder is one document (core/grind/model.ts); the other columns are read from it.
create table grinders (
  id integer generated always as identity primary key,
  record jsonb not null,
  slug text not null generated always as (record ->> 'slug') stored unique,
  brand text not null generated always as (record ->> 'brand') stored,
  model text not null generated always as (record ->> 'model') stored,
  shipped jsonb
);

-- The facts of how a machine works (core/equipment/drive.ts) are null where nobody has published
-- them, or where the machine is like others of its method.
create table machines (
  id integer generated always as identity primary key,
  slug text not null unique,
  brand text not null,
  model text not null,
  brew_method text not null,
  default_water_temp_f double precision not null,
  min_water_grams double precision,
  max_water_grams double precision,
  dose_grams jsonb,
  -- Where the figures come from.
  source text,
  shipped jsonb,
  heat text check (heat in ('kettle', 'settable', 'fixed')),
  drive text,
  -- The water below a moka pot's valve.
  valve_grams double precision,
  has_lid boolean,
  filter_type text check (filter_type in ('paper', 'metal', 'cloth')),
  -- What else a recipe must know, by name: see machineTraits in core/equipment/model.ts.
  traits text[]
);

create table filters (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  type text not null check (type in ('paper', 'metal', 'cloth')),
  description text not null,
  -- Slugs of the machines it is made for: these may be imported later than the filter.
  brewers text[] not null default '{}',
  shipped jsonb
);

-- What owners say about a setting: for a brew method, for a grind index, or both. Anonymous.
create table grind_feedback (
  id integer generated always as identity primary key,
  grinder_id integer not null references grinders on delete cascade,
  setting double precision not null,
  grind_index double precision,
  method text,
  feedback text not null check (feedback in ('TOO_FINE', 'JUST_RIGHT', 'TOO_COARSE')),
  created_at timestamptz not null,
  check (grind_index is not null or method is not null)
);
create index grind_feedback_grinder on grind_feedback (grinder_id);

-- What people own. At most one of each kind is the default; the partial indexes decide races.
create table user_grinders (
  user_id integer not null references users on delete cascade,
  grinder_id integer not null references grinders on delete cascade,
  is_default boolean not null default false,
  nickname text,
  -- The owner's own curve (core/grind/calibrate.ts), and what they tasted to get it.
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
