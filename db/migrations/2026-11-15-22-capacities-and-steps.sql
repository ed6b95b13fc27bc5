-- What a machine holds and what its basket takes; null where nobody has said. Where the figures come from stands beside them.
alter table machines
  add column min_water_grams double precision,
  add column max_water_grams double precision,
  add column dose_grams jsonb,
  add column source text;

-- The machines a filter is made for, by slug: they may be imported after it.
alter table filters add column brewers text[] not null default '{}';

-- What to do when (core/recipes/steps.ts); null where nobody has said.
alter table recipes add column steps jsonb;
alter table personal_recipes add column steps jsonb;
alter table roaster_recipes add column steps jsonb;

-- Whether the author's own calibration gave the index: on another dial of the same kind the setting is then another.
alter table recipes add column author_calibrated boolean not null default false;
