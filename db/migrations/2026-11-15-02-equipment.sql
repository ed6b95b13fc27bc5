-- A grinder is one document (see core/grind/model.ts); the columns beside it are read off the document.
create table grinders (
  id integer generated always as identity primary key,
  record jsonb not null,
  slug text not null generated always as (record ->> 'slug') stored unique,
  brand text not null generated always as (record ->> 'brand') stored,
  model text not null generated always as (record ->> 'model') stored
);

create table machines (
  id integer generated always as identity primary key,
  slug text not null unique,
  brand text not null,
  model text not null,
  brew_method text not null,
  default_water_temp_f double precision not null
);

create table filters (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  type text not null check (type in ('paper', 'metal', 'cloth')),
  description text not null
);

-- What users of a grinder say about a setting, as they said it: for a brew method, for a grind index, or both.
-- No visitor is named.
create table grind_feedback (
  id integer generated always as identity primary key,
  grinder_id integer not null references grinders on delete cascade,
  setting double precision not null,
  grind_index double precision,
  method text,
  check (grind_index is not null or method is not null),
  feedback text not null check (feedback in ('TOO_FINE', 'JUST_RIGHT', 'TOO_COARSE')),
  created_at timestamptz not null
);
create index grind_feedback_grinder on grind_feedback (grinder_id);
