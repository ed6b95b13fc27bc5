-- What people measure of a brew beside its recipe, and which of their brews they call favourites or the best of a coffee:
-- null where nobody said so.
alter table brew_logs
  add column tds_percent double precision,
  add column beverage_grams double precision,
  add column bloom_seconds integer,
  add column first_drip_seconds integer,
  add column is_favourite boolean,
  add column is_best boolean;
