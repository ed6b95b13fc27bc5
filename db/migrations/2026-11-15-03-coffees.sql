-- unaccent() depends on a dictionary and so is only stable; with the dictionary named it may be indexed.
create function fold(words text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, words));

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
  -- fold(name, roaster's name, origin), kept by the triggers below.
  search_text text not null,
  -- Flavours as they are searched by.
  flavor_text text generated always as (fold(flavor_profile)) stored,
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
create index coffees_flavours on coffees using gin (flavor_text gin_trgm_ops);
create index coffees_submitted_by on coffees (submitted_by);

-- What a coffee is searched by, whoever writes it and whichever name changes.
create function write_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := fold(concat_ws(' ', new.name, (select name from roasters where id = new.roaster_id), new.origin));
  return new;
end $$;
create trigger write_search_text before insert or update of name, origin, roaster_id on coffees
  for each row execute function write_search_text();

create function rename_in_search_text() returns trigger language plpgsql as $$
begin
  update coffees
  set name = name
  where roaster_id = new.id;
  return null;
end $$;
create trigger rename_in_search_text after update of name on roasters
  for each row when (old.name is distinct from new.name) execute function rename_in_search_text();

-- The threshold below is pg_trgm's own setting, which exists once its library is loaded.
select show_trgm('coffee');

-- Coffees that have every one of the words (folded), give or take a typo: the two longest find them in the index, then
-- all are looked at. Of a word's trigrams 0.42 must be there, which "brasil" has of Brazil and "guji" has not of
-- Guatemala; against a whole word a quarter is enough, which "onix" has of Onyx.
-- The rank is how well the words match on average; between equals, the shorter text is the closer one.
create function find_coffees(words text[]) returns table (id integer, rank double precision)
  language sql stable parallel safe rows 200
  set pg_trgm.word_similarity_threshold = 0.4
as $$
  with sorted as (
    select array_agg(word order by length(word) desc) as words
    from unnest(words) word
  ), candidates as (
    select coffees.id, coffees.search_text
    from coffees
    where cardinality(words) = 1
      and words[1] <% coffees.search_text
    union all
    select coffees.id, coffees.search_text
    from coffees
    where cardinality(words) > 1
      and (select sorted.words[1] from sorted) <% coffees.search_text
      and (select sorted.words[2] from sorted) <% coffees.search_text
  )
  select candidates.id,
         match.closeness - length(candidates.search_text) / 10000.0
  from candidates
  cross join lateral (
    select avg(closeness) as closeness,
           bool_and(closeness >= 0.42 or strict_word_similarity(word, candidates.search_text) >= 0.25) as complete
    from (
      select word, word_similarity(word, candidates.search_text) as closeness
      from unnest(words) word
      offset 0 -- the costly figure is computed once
    ) each_word
  ) match
  where match.complete
$$;
