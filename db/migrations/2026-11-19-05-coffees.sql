-- Coffees, what they are searched by, people's bags of them, and pictures.

-- The code printed on a bag: ten of 32 characters that are not mistaken for each other (no i, l, o
-- or 1), so that it cannot be guessed. A coffee keeps its code when its slug changes.
create function new_bag_code() returns text language sql volatile as $$
  select string_agg(substr('023456789abcdefghjkmnpqrstuvwxyz', (get_byte(random, at) & 31) + 1, 1), '')
  from (select uuid_send(gen_random_uuid()) as random) drawn,
       -- The bytes of a UUID that are entirely random.
       unnest(array[0, 1, 2, 3, 4, 5, 7, 9, 10, 11]) at
$$;

-- A coffee's roast, type and origin in the form in which they stand among its search words. They
-- have capitals and a space, which no search word has.
create function kinds_of_coffee(roast_level text, coffee_type text, origin_id integer) returns text[]
  language sql immutable parallel safe
  return array_remove(array['ROAST ' || roast_level, 'TYPE ' || coffee_type, 'ORIGIN ' || origin_id], null);

-- Every origin that a coffee has or had, folded. Two transactions that add the same one both do:
-- without a constraint neither waits for the other, and readers take the lowest id.
create table coffee_origins (
  id integer generated always as identity primary key,
  origin text not null
);
create index coffee_origins_origin on coffee_origins using hash (origin);
create index coffee_origins_search on coffee_origins using gin (origin gin_trgm_ops) with (fastupdate = off);

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
  -- search_text_of(name, roaster's name, origin), kept by the triggers below.
  search_text text not null,
  flavor_text text generated always as (fold(flavor_profile)) stored,
  created_at timestamptz not null,
  origin_id integer references coffee_origins,
  -- The roaster's own order of its coffees; those never placed follow the others, by name.
  place integer not null default 1000000 check (place between 1 and 1000000),
  buy_url text,
  bag_code text not null default new_bag_code(),
  -- In the C collation, whose order is the same in every database.
  folded_name text collate "C" not null generated always as (fold(name)) stored,
  -- Where the origin begins in search_text: a word there says less than one of the name.
  origin_at integer not null generated always as (length(search_text) - coalesce(length(fold(origin)) + 1, 0)) stored,
  -- The words of search_text with the coffee's kinds, for text search.
  search_words tsvector not null generated always as (
    array_to_tsvector(
      array_remove(string_to_array(search_text, ' '), '') || kinds_of_coffee(roast_level, coffee_type, origin_id)
    )
  ) stored,
  unique (roaster_id, slug)
);
create unique index coffees_bag_code on coffees (bag_code);
create index coffees_by_age on coffees (created_at desc, id desc);
create index coffees_by_age_of_kind on coffees (roast_level, coalesce(coffee_type, ''), created_at desc, id desc);
create index coffees_by_age_of_origin on coffees (origin_id, created_at desc, id desc);
create index coffees_by_name on coffees (folded_name, id);
create index coffees_by_name_of_kind on coffees (roast_level, coalesce(coffee_type, ''), folded_name, id);
create index coffees_by_name_of_origin on coffees (origin_id, folded_name, id);
create index coffees_by_recipes on coffees (recipe_count desc, id desc);
create index coffees_by_recipes_of_kind on coffees (roast_level, coalesce(coffee_type, ''), recipe_count desc, id desc);
create index coffees_by_recipes_of_origin on coffees (origin_id, recipe_count desc, id desc);
create index coffees_flavours on coffees using gin (flavor_text gin_trgm_ops);
create index coffees_in_place on coffees (roaster_id, (lpad(place::text, 7, '0') || fold(name)), id);
create index coffees_of_roaster on coffees (roaster_id, folded_name, id);
create index coffees_submitted_by on coffees (submitted_by);
create index coffees_words on coffees using gin (search_words) with (fastupdate = off);

-- Changes with every vote, brew and save, so it is kept apart from the coffee: an update of the
-- coffee would write new entries into all of its indexes. The coffee's roast and type are repeated
-- here for the index.
create table coffee_trends (
  coffee_id integer primary key references coffees on delete cascade,
  -- The sum of trend_weight() over votes, brews and saves.
  trending double precision not null default 0,
  roast_level text not null,
  coffee_type text
);
create index coffee_trends_highest on coffee_trends (trending desc, coffee_id desc);
create index coffee_trends_of_kind on coffee_trends (
  roast_level, coalesce(coffee_type, ''), trending desc, coffee_id desc
);

-- Every word that a coffee has or had, except numbers, which nobody misspells. Similar spellings are
-- looked up here. As with origins, a word may be stored twice.
create table coffee_words (
  word text not null
);
create index coffee_words_search on coffee_words using gin (word gin_trgm_ops) with (fastupdate = off);
create index coffee_words_word on coffee_words (word text_pattern_ops);

-- Known words that are spelt like this one, the closest first. 0.42 of a word's trigrams must match,
-- as for "brasil" and Brazil (but not for "guji" and Guatemala); or a quarter of the trigrams of both
-- words, as for "onix" and Onyx, which a threshold of 0.4 still lets through. Two letters that
-- changed places are looked for as such, because they spoil most trigrams. Without enable_seqscan =
-- off, a small table of words would be scanned, which takes five times as long as its index.
create function words_like(given text) returns table (word text, closeness float8)
  language plpgsql stable rows 5
  set pg_trgm.word_similarity_threshold = 0.4
  set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  return query
    select alike.word, least(max(alike.closeness), 0.99)
    from (
      select known.word, word_similarity(given, known.word)::float8
      from coffee_words known
      where length(given) > 2
        and given !~ '^[0-9]*$'
        and given <% known.word
      union all
      select known.word, 0.7
      from coffee_words known
      where length(given) > 3
        and known.word = any (array(
          select overlay(given placing reverse(substr(given, place, 2)) from place for 2)
          from generate_series(1, length(given) - 1) place
        ))
    ) alike (word, closeness)
    where not starts_with(alike.word, given)
      and (alike.closeness >= 0.42 or strict_word_similarity(given, alike.word) >= 0.25)
    group by alike.word
    order by 2 desc, 1
    limit 5;
end $$;

create function note_words(search_text text) returns void language plpgsql as $$
begin
  insert into coffee_words (word)
  select distinct used.word
  from unnest(string_to_array(search_text, ' ')) used (word)
  where used.word !~ '^[0-9]*$'
    and not exists (select from coffee_words where coffee_words.word = used.word);
end $$;

create function known_origin(origin text) returns integer language plpgsql as $$
declare
  folded text := fold(origin);
  known integer := (select min(id) from coffee_origins where coffee_origins.origin = folded);
begin
  if known is null and folded is not null then
    insert into coffee_origins (origin) values (folded) returning id into known;
  end if;
  return known;
end $$;

-- What a coffee is searched by is written before it is inserted, and after its name, origin or
-- roaster has changed: with a trigger *before* updates, PostgreSQL would compute all generated
-- columns again at every change of a counter.
create function write_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := search_text_of(new.name, (select name from roasters where id = new.roaster_id), new.origin);
  perform note_words(new.search_text);
  return new;
end $$;
create trigger write_search_text before insert on coffees for each row execute function write_search_text();

-- A trigger of its own, so that many coffees can be loaded with their texts ready.
create function note_origin() returns trigger language plpgsql as $$
begin
  new.origin_id := known_origin(new.origin);
  return new;
end $$;
create trigger note_origin before insert on coffees for each row execute function note_origin();

create function rewrite_search_text() returns trigger language plpgsql as $$
declare
  written text := search_text_of(new.name, (select name from roasters where id = new.roaster_id), new.origin);
  known integer := known_origin(new.origin);
begin
  perform note_words(written);
  update coffees
  set search_text = written,
      origin_id = known
  where id = new.id
    and (search_text <> written or origin_id is distinct from known);
  return null;
end $$;
create trigger rewrite_search_text after update of name, origin, roaster_id on coffees
  for each row execute function rewrite_search_text();

create function rename_in_search_text() returns trigger language plpgsql as $$
begin
  update coffees
  set name = name
  where roaster_id = new.id;
  return null;
end $$;
create trigger rename_in_search_text after update of name on roasters
  for each row when (old.name is distinct from new.name) execute function rename_in_search_text();

create function begin_trend() returns trigger language plpgsql as $$
begin
  insert into coffee_trends (coffee_id, roast_level, coffee_type)
  select id, roast_level, coffee_type
  from added;
  return null;
end $$;
create trigger begin_trend after insert on coffees referencing new table as added
  for each statement execute function begin_trend();

-- Bags of coffee that people have. They are private: the catalog contains nothing of them.
create table bags (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  import_key text not null,
  -- The coffee of the catalog that it certainly is.
  coffee_profile_id integer references coffees on delete set null,
  name text not null,
  roaster_name text,
  roast_level text check (roast_level in ('LIGHT', 'MEDIUM_LIGHT', 'MEDIUM', 'MEDIUM_DARK', 'DARK')),
  coffee_type text check (coffee_type in ('SINGLE_ORIGIN', 'BLEND', 'DECAF')),
  origin text,
  flavor_profile text,
  processing_method text,
  personal_notes text,
  rating integer check (rating between 1 and 5),
  weight_grams double precision,
  roasted_on date,
  frozen_on date,
  thawed_on date,
  is_archived boolean not null default false,
  is_favourite boolean not null default false,
  created_at timestamptz not null,
  -- How much was left at set_at; if that is null, before the first brew. What is left now is this
  -- minus the doses of the brews from the bag since then. It is computed, never stored.
  set_grams double precision,
  set_at timestamptz,
  opened_on date,
  -- Earlier stays in the freezer, [{frozenOn, thawedOn}]. The last one is frozen_on and thawed_on.
  frozen_before jsonb,
  freezer_note text,
  -- The import_key of the bag that this one is a portion of. A key, so that it moves with the account.
  parent_key text,
  -- Since then its owner changes it here, and another import of the same bag leaves it alone.
  edited_at timestamptz,
  -- One mail per bag and state.
  low_told_at timestamptz,
  past_told_at timestamptz,
  unique (user_id, import_key)
);
create index bags_coffee on bags (coffee_profile_id);
create index bags_newest on bags (user_id, created_at desc, id desc);

-- Uploaded pictures, re-encoded in up to three sizes: of a coffee, a roaster's logo, or of a bag. That
-- one is its owner's alone, so it has no public address. A picture without an owner is deleted,
-- together with its bytes, wherever those are stored.
create table pictures (
  -- The bytes are stored under this name, which never changes.
  key text primary key,
  -- Of the content. It is part of the address, so that the content at an address never changes.
  hash text not null,
  sizes jsonb not null,
  coffee_id integer unique references coffees on delete set null,
  logo_roaster_id integer unique references roasters on delete set null,
  bag_id integer unique references bags on delete set null,
  is_private boolean not null default false,
  -- Whether it was completely stored and had an owner; others are kept only while they are being
  -- uploaded.
  is_whole boolean not null default false,
  created_at timestamptz not null,
  constraint pictures_one_owner check (num_nonnulls(coffee_id, logo_roaster_id, bag_id) <= 1)
);
create index pictures_hash on pictures (hash);
create index pictures_unowned on pictures (created_at)
  where coffee_id is null and logo_roaster_id is null and bag_id is null;

-- The bytes, unless a folder or other storage is configured.
create table picture_files (
  key text not null references pictures on delete cascade,
  width integer not null,
  bytes bytea not null,
  primary key (key, width)
);
-- They are compressed already.
alter table picture_files alter column bytes set storage external;
