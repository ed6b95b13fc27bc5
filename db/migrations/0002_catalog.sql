-- unaccent() depends on a dictionary and so is only stable; with the dictionary named it may be indexed.
create function fold(words text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, words));

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

create table roasters (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  -- The name as people might write it: folded, without "coffee", "roasters" and the like. See core/roasters.
  match_name text not null,
  description text,
  tagline text,
  city text,
  state text,
  country text,
  logo_url text,
  cover_image_url text,
  website_url text,
  style text,
  instagram_handle text,
  contact_email citext,
  is_verified boolean not null default false,
  is_premium boolean not null default false,
  coffee_count integer not null default 0,
  recipe_count integer not null default 0,
  follower_count integer not null default 0,
  created_at timestamptz not null
);
create unique index roasters_match_name on roasters (match_name);
create index roasters_by_name on roasters (fold(name), id);
create index roasters_search on roasters using gin (fold(name) gin_trgm_ops);

create table coffees (
  id integer generated always as identity primary key,
  roaster_id integer not null references roasters on delete cascade,
  slug text not null,
  name text not null,
  roast_level text not null check (roast_level in ('LIGHT', 'MEDIUM_LIGHT', 'MEDIUM', 'MEDIUM_DARK', 'DARK')),
  coffee_type text check (coffee_type in ('SINGLE_ORIGIN', 'BLEND', 'DECAF')),
  origin text,
  flavor_profile text,
  description text,
  acidity_level double precision,
  body_level double precision,
  processing_method text,
  submitted_by integer references users on delete set null,
  recipe_count integer not null default 0,
  -- Sum of 2^(weeks since 2020) over votes, brews and saves. All of them lose half their weight a week, so the
  -- stored order stays right without being recomputed; what is older than 30 days weighs under 5 %.
  trending double precision not null default 0,
  -- fold(name, roaster's name, origin), kept by triggers (0010).
  search_text text not null,
  created_at timestamptz not null,
  unique (roaster_id, slug)
);
create index coffees_by_name on coffees (fold(name), id);
create index coffees_by_age on coffees (created_at desc, id desc);
create index coffees_by_recipes on coffees (recipe_count desc, id desc);
create index coffees_by_trend on coffees (trending desc, id desc);
create index coffees_of_roaster on coffees (roaster_id, fold(name), id);
create index coffees_search on coffees using gin (search_text gin_trgm_ops);
create index coffees_origin on coffees using gin (fold(origin) gin_trgm_ops);
create index coffees_submitted_by on coffees (submitted_by);

create table roaster_members (
  roaster_id integer not null references roasters on delete cascade,
  user_id integer not null references users on delete cascade,
  role text not null check (role in ('OWNER', 'EDITOR')),
  created_at timestamptz not null,
  primary key (roaster_id, user_id)
);
create index roaster_members_user on roaster_members (user_id);

create table roaster_follows (
  roaster_id integer not null references roasters on delete cascade,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, roaster_id)
);
create index roaster_follows_roaster on roaster_follows (roaster_id);

create table roaster_claims (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  roaster_id integer not null references roasters on delete cascade,
  business_email citext not null,
  proof_url text,
  notes text,
  state text not null check (state in ('PENDING', 'VERIFIED', 'APPROVED', 'REJECTED', 'EXPIRED')),
  link_id uuid not null,
  token_hash text not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz
);
-- One open claim a roaster and one a person: the constraints that decide between two that race.
create unique index roaster_claims_open on roaster_claims (roaster_id) where state in ('PENDING', 'VERIFIED');
create unique index roaster_claims_open_of_user on roaster_claims (user_id) where state in ('PENDING', 'VERIFIED');
create index roaster_claims_user on roaster_claims (user_id);
