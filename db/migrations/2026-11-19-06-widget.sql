-- A roaster's own recipes, and the widget that shows them on the roaster's site.

create table roaster_recipes (
  id integer generated always as identity primary key,
  coffee_id integer not null references coffees on delete cascade,
  method text not null,
  dose_grams double precision not null,
  water_grams double precision not null,
  ratio double precision not null,
  water_temp_f double precision,
  -- In the roaster's words. Null: the words follow from the index.
  grind_size text,
  grind_index double precision not null check (grind_index between 0 and 100),
  brew_time_seconds integer,
  notes text,
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  steps jsonb,
  -- The grinder that it was written on, and the setting there.
  grinder_id integer references grinders,
  grind_setting double precision
);
create unique index roaster_recipes_default on roaster_recipes (coffee_id, method) where is_default;
create index roaster_recipes_of_coffee on roaster_recipes (coffee_id, method, id);

-- No row: the defaults.
create table embed_settings (
  roaster_id integer primary key references roasters on delete cascade,
  accent_color text not null default '#1D3557' check (accent_color ~ '^#[0-9A-Fa-f]{6}$'),
  theme text not null default 'light' check (theme in ('light', 'dark', 'auto')),
  -- Applies to premium roasters only.
  show_powered_by boolean not null default true,
  -- example.com or *.example.com. None: every domain.
  allowed_domains text[] not null default '{}',
  updated_at timestamptz not null,
  layout text not null default 'card' check (layout in ('card', 'inline', 'badge')),
  border_radius integer not null default 4 check (border_radius between 0 and 24),
  -- By id, so that a new slug changes nothing.
  default_coffee_id integer references coffees on delete set null,
  -- Methods that are not named follow those that are.
  method_order text[] not null default '{}',
  -- A product page already has the picture of the bag and a link to buy it.
  show_picture boolean not null default true,
  show_buy_button boolean not null default true,
  -- Null: the language of the page around it.
  language text check (language in ('en', 'de', 'fr', 'es', 'it', 'ja', 'ko', 'zh', 'zh-Hant'))
);
create index embed_settings_default_coffee on embed_settings (default_coffee_id) where default_coffee_id is not null;

-- Where a roaster's widget was loaded or refused, so that the roaster sees that it works. Only the
-- latest time per host, and a bounded number of hosts, because anybody can make up a host name.
-- Deleted after some weeks.
create table widget_sightings (
  roaster_id integer not null references roasters on delete cascade,
  outcome text not null check (outcome in ('loaded', 'refused')),
  host text not null,
  at timestamptz not null,
  primary key (roaster_id, outcome, host)
);
create index widget_sightings_at on widget_sightings (at);
