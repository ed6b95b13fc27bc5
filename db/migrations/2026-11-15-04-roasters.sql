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

-- A roaster's own recipes, as its widget shows them.
create table roaster_recipes (
  id integer generated always as identity primary key,
  coffee_id integer not null references coffees on delete cascade,
  method text not null,
  dose_grams double precision not null,
  water_grams double precision not null,
  ratio double precision not null,
  water_temp_f double precision,
  -- In the roaster's words; null: the words follow from the index.
  grind_size text,
  grind_index double precision not null check (grind_index between 0 and 100),
  brew_time_seconds integer,
  notes text,
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index roaster_recipes_default on roaster_recipes (coffee_id, method) where is_default;
create index roaster_recipes_of_coffee on roaster_recipes (coffee_id, method, id);

-- No row: everything as it comes.
create table embed_settings (
  roaster_id integer primary key references roasters on delete cascade,
  accent_color text not null default '#1D3557' check (accent_color ~ '^#[0-9A-Fa-f]{6}$'),
  theme text not null default 'light' check (theme in ('light', 'dark')),
  -- Counts for premium roasters only.
  show_powered_by boolean not null default true,
  -- example.com or *.example.com; none: every domain.
  allowed_domains text[] not null default '{}',
  updated_at timestamptz not null
);
