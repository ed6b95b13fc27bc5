-- Text search asks the index of words (coffees_words) and, for words that thousands of coffees have, reads coffees in
-- the order asked for. Word marks, first names and the functions that counted beforehand are no longer used.

drop trigger mark_trend on coffees;
drop function mark_trend();
drop function coffee_spellings(text[]);
drop function counted_with(tsquery[], tsquery);
drop function many_have(bigint, tsquery);
drop function words_begun(text);
drop table coffee_first_names;

-- Dropping the column drops the indexes that contain it; they come back without it.
alter table coffees drop column word_marks;
alter table coffee_trends drop column word_marks;
alter table coffee_origins drop column word_marks;
drop function marks_of_words(text);
drop function marks_of_word(text);
drop index coffees_kinds_of_origin;
create index coffees_by_name on coffees (folded_name, id);
create index coffees_by_age on coffees (created_at desc, id desc);
create index coffees_by_recipes on coffees (recipe_count desc, id desc);
create index coffee_trends_highest on coffee_trends (trending desc, coffee_id desc);
-- Coffees of one origin, or of one roast and type, in each order.
create index coffees_by_name_of_origin on coffees (origin_id, folded_name, id);
create index coffees_by_age_of_origin on coffees (origin_id, created_at desc, id desc);
create index coffees_by_recipes_of_origin on coffees (origin_id, recipe_count desc, id desc);
create index coffees_by_name_of_kind on coffees (roast_level, coalesce(coffee_type, ''), folded_name, id);
create index coffees_by_age_of_kind on coffees (roast_level, coalesce(coffee_type, ''), created_at desc, id desc);
create index coffees_by_recipes_of_kind on coffees (roast_level, coalesce(coffee_type, ''), recipe_count desc, id desc);
create index coffee_trends_of_kind on coffee_trends (roast_level, coalesce(coffee_type, ''), trending desc, coffee_id desc);

-- A coffee's roast and type are repeated in coffee_trends, for its index by kind.
create or replace function begin_trend() returns trigger
  language plpgsql as $$
begin
  insert into coffee_trends (coffee_id, roast_level, coffee_type)
  select id, roast_level, coffee_type
  from added;
  return null;
end $$;

create function follow_kind() returns trigger
  language plpgsql as $$
begin
  update coffee_trends
  set roast_level = new.roast_level,
      coffee_type = new.coffee_type
  where coffee_id = new.id;
  return null;
end $$;
create trigger follow_kind after update of roast_level, coffee_type on coffees
  for each row when ((old.roast_level, old.coffee_type) is distinct from (new.roast_level, new.coffee_type))
  execute function follow_kind();

-- The words of all coffees, in which similar spellings are looked up. Numbers have none.
drop function note_words(text, text);
create function note_words(search_text text) returns void
  language plpgsql as $$
begin
  insert into coffee_words (word)
  select distinct used.word
  from unnest(string_to_array(search_text, ' ')) used (word)
  where used.word !~ '^[0-9]*$'
    and not exists (select from coffee_words where coffee_words.word = used.word);
end $$;
create or replace function write_search_text() returns trigger
  language plpgsql as $$
begin
  new.search_text := search_text_of(new.name, (select name from roasters where id = new.roaster_id), new.origin);
  perform note_words(new.search_text);
  return new;
end $$;
create or replace function rewrite_search_text() returns trigger
  language plpgsql as $$
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

-- Known words that are spelt like this one, the closest first. Two letters that changed places are a typo that trigrams
-- hardly forgive. A small table of words would be scanned, which takes five times as long as its index.
create or replace function words_like(given text) returns table (word text, closeness float8)
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
