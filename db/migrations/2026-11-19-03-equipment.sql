-- Grinders, brewers and filters, and what people own of them.
--
-- `shipped` is the row as a release brought it. While the row still equals it, nobody here has
-- changed it, and it follows the next release.

-- A grinder is one document (core/grind/model.ts); the other columns are read from it.
--
-- Grinders that their owners described, because we do not know them, are rows too, so that everything
-- which names a grinder can name them. For others they have no name: slug, brand and model are those
-- of any described grinder, and what the owner wrote is in own_record and description, which go with
-- the account.
create table grinders (
  id integer generated always as identity primary key,
  record jsonb not null,
  slug text not null generated always as (record ->> 'slug') stored unique,
  brand text not null generated always as (record ->> 'brand') stored,
  model text not null generated always as (record ->> 'model') stored,
  shipped jsonb,
  is_described boolean not null default false,
  owner_id integer references users on delete set null,
  own_record jsonb,
  description jsonb,
  -- An admin does not want to see it among the proposals again.
  is_rejected boolean not null default false,
  constraint grinders_described check (is_described or (owner_id is null and own_record is null and description is null))
);
-- Read with every request of somebody who has described one.
create index grinders_owner on grinders (owner_id) where owner_id is not null;

create function forget_described_grinder() returns trigger
language plpgsql as $$
begin
  new.own_record := null;
  new.description := null;
  return new;
end
$$;
-- The account is gone. Recipes that others may still read keep the row, without what it said.
create trigger forget_described_grinder
before update of owner_id on grinders
for each row when (new.owner_id is null and new.is_described)
execute function forget_described_grinder();

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

-- What owners say about a setting: for a brew method, for a grind index, or both. Curves learn from it
-- (docs/learning.md).
create table grind_feedback (
  id integer generated always as identity primary key,
  grinder_id integer not null references grinders on delete cascade,
  setting double precision not null,
  grind_index double precision,
  method text,
  feedback text not null check (feedback in ('TOO_FINE', 'JUST_RIGHT', 'TOO_COARSE')),
  created_at timestamptz not null,
  -- Null if nobody was signed in. Each person counts once, so feedback without a person is for admins
  -- to read and teaches no curve. It goes with the account.
  user_id integer references users on delete cascade,
  check (grind_index is not null or method is not null)
);
create index grind_feedback_grinder on grind_feedback (grinder_id);
create index grind_feedback_user on grind_feedback (user_id) where user_id is not null;

-- Every change of a grinder's curve that an admin approved, and what it replaced.
create table grinder_revisions (
  id integer generated always as identity primary key,
  grinder_id integer not null references grinders on delete cascade,
  before jsonb not null,
  after jsonb not null,
  people integer not null,
  -- How far those people are from each other, in index points.
  spread double precision not null,
  applied_at timestamptz not null,
  applied_by text not null,
  reverted_at timestamptz,
  reverted_by text,
  -- When all recipes had followed. Null: not all have, for example because a command was
  -- interrupted, or because a service with the curve of a minute before may still add one.
  settled_at timestamptz
);
create index grinder_revisions_grinder on grinder_revisions (grinder_id, id);
create index grinder_revisions_unsettled on grinder_revisions (grinder_id) where settled_at is null;

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
  -- The id of a described grinder before it came into the catalog: links of its owner, and brews that
  -- wait on a phone without a connection, still name it. What they once said of it is in their export,
  -- and an import on a service that lacks the grinder describes it again.
  was integer references grinders on delete set null,
  description jsonb,
  -- Where somebody said the dial is, and when. A brew since then counts for more, so nothing else of
  -- where a dial is is stored.
  said_setting double precision,
  said_at timestamptz,
  -- When the burrs were last changed or cleaned: a calibration from before may no longer be right.
  burrs_changed_on date,
  primary key (user_id, grinder_id),
  constraint user_grinders_said_check check ((said_setting is null) = (said_at is null))
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
