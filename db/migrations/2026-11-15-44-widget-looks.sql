-- More of how a widget looks. The coffee it opens with is named by id, so that a new slug changes nothing.
alter table embed_settings
  drop constraint embed_settings_theme_check,
  add constraint embed_settings_theme_check check (theme in ('light', 'dark', 'auto')),
  add column layout text not null default 'card' check (layout in ('card', 'inline', 'badge')),
  add column border_radius integer not null default 4 check (border_radius between 0 and 24),
  add column default_coffee_id integer references coffees on delete set null,
  -- Methods that are not named come after those that are.
  add column method_order text[] not null default '{}',
  -- Null: that of the page around it.
  add column language text check (language in ('en', 'de', 'fr', 'es', 'it', 'ja', 'ko', 'zh'));

-- For a coffee that goes.
create index embed_settings_default_coffee on embed_settings (default_coffee_id) where default_coffee_id is not null;
