-- A coffee's roast, type and origin are among what it is searched by: with words that many coffees have, a roast that few have
-- was walked for from one end of the catalog to the other, and nothing knew beforehand how few have both. No word is in
-- capitals or has a space: who looks for words meets none of these.
create function kinds_of_coffee(roast_level text, coffee_type text, origin_id integer) returns text[]
  language sql immutable parallel safe
  return array_remove(array['ROAST ' || roast_level, 'TYPE ' || coffee_type, 'ORIGIN ' || origin_id], null);

-- As it was meant (the migration word-marks): `<<` and `|` are of one rank, so that of the first two marks often one was lost.
create or replace function marks_of_word(word text) returns bigint
  language sql immutable strict parallel safe
  return case when length(word) < 3 then 0 else
    (1::bigint << ((16 * ascii(word) + 19 * ascii(substr(word, 2)) + ascii(substr(word, 3))) % 31))
    | (1::bigint << (31 + (29 * ascii(word) + 4 * ascii(substr(word, 2)) + 13 * ascii(substr(word, 3))) % 33))
  end | case when length(word) < 4 then 0 else
    1::bigint << ((5 * ascii(word) + 11 * ascii(substr(word, 2)) + 23 * ascii(substr(word, 3)) + 37 * ascii(substr(word, 4))) % 59)
  end;

drop index coffees_words, coffees_by_name, coffees_by_age, coffees_by_recipes;
drop trigger mark_trend on coffees;
alter table coffees
  drop column search_words,
  drop column word_marks,
  add column search_words tsvector not null generated always as (
    array_to_tsvector(
      array_remove(string_to_array(search_text, ' '), '') || kinds_of_coffee(roast_level, coffee_type, origin_id)
    )
  ) stored,
  add column word_marks bigint not null generated always as (marks_of_words(search_text)) stored;
create index coffees_words on coffees using gin (search_words) with (fastupdate = off);
create index coffees_by_name on coffees (folded_name, id) include (word_marks);
create index coffees_by_age on coffees (created_at desc, id desc) include (word_marks);
create index coffees_by_recipes on coffees (recipe_count desc, id desc) include (word_marks);
update coffee_trends
set word_marks = coffees.word_marks
from coffees
where coffees.id = coffee_id
  and coffee_trends.word_marks <> coffees.word_marks;
create trigger mark_trend after update on coffees
  for each row when (
    (old.word_marks, old.roast_level, old.coffee_type) is distinct from (new.word_marks, new.roast_level, new.coffee_type)
  ) execute function mark_trend();

-- Whether more than 500 coffees have all of this, by a sample of 1,500 from all over the table: where fifteen of it have, a
-- thousand of 100,000 have. What is not seen there may be many nevertheless, and is counted.
drop function many_have(bigint, tsquery, integer, integer);
create function many_have(marks bigint, all_of_it tsquery) returns boolean
  language plpgsql stable
as $$
declare
  coffees_made integer := (select coalesce(max(id), 0) from coffees);
  enough integer := greatest(15, 1500000 / greatest(coffees_made, 1));
begin
  return coffees_made > 2000 and (
    select count(*) = enough
    from (
      select
      from coffees tablesample system (least(100, 150000.0 / coffees_made)) repeatable (0)
      where word_marks & marks = marks
        and ts_match_vq(search_words, all_of_it)
      limit enough
    ) found
  );
end $$;

-- How many coffees have all of this; 501, where more than 500 have. `telling` is what the index is asked for.
create function counted_with(telling tsquery, all_of_it tsquery) returns integer
  language plpgsql stable
  set enable_seqscan = off
as $$
begin
  return (
    select count(*)
    from (
      select
      from coffees
      where search_words @@ telling
        and ts_match_vq(search_words, all_of_it)
      limit 501
    ) found
  );
end $$;

-- As coffee_spellings was (the migration words-common), but that the index is asked for the whole words that begin so.
create or replace function coffee_spellings(words text[])
  returns table (
    word text, begun text, alike jsonb, is_telling boolean, found_by_all integer, marks bigint, marks_alike bigint
  )
  language plpgsql stable rows 4
  set pg_trgm.word_similarity_threshold = 0.4
  set enable_seqscan = off
  set enable_mergejoin = off
  set enable_hashjoin = off
as $$
#variable_conflict use_column
declare
  sought text[] := array(select fold(given) from unnest(words) with ordinality one (given, at) order by at);
  begun text[] := array(select words_begun(given) from unnest(sought) with ordinality one (given, at) order by at);
  likes jsonb[] := array_fill('[]'::jsonb, array[cardinality(words)]);
  most_brewed tsvector[] := array(select search_words from coffees order by recipe_count desc, id desc limit 200);
  spelt tsquery[];
  by_index tsquery[];
  marked bigint[];
  marked_all bigint;
  marked_alike bigint[];
  brewed integer[];
  least_brewed integer;
  spelt_all tsquery;
  telling tsquery;
  with_all integer;
begin
  for pass in 1..2 loop
    select array_agg((quote_literal(one.given) || ':*' || one.alike)::tsquery order by one.at),
           array_agg((one.begun || ' | ' || quote_literal(one.given) || one.alike)::tsquery order by one.at),
           array_agg(one.marks order by one.at),
           array_agg(one.marks_alike order by one.at),
           bit_or(one.marks)
    into spelt, by_index, marked, marked_alike, marked_all
    from (
      select given, begun, at,
             coalesce(string_agg(' | ' || quote_literal(one ->> 0), ''), '') as alike,
             marks_of_word(given) & coalesce(bit_and(marks_of_word(one ->> 0)), -1) as marks,
             -- What is too short to have a mark may begin with anything.
             case when marks_of_word(given) <> 0 and coalesce(bool_and(marks_of_word(one ->> 0) <> 0), true)
               then marks_of_word(given) | coalesce(bit_or(marks_of_word(one ->> 0)), 0)
               else -1
             end as marks_alike
      from unnest(sought, begun, likes) with ordinality each (given, begun, likes, at)
      left join lateral jsonb_array_elements(likes) one on true
      group by given, begun, at
    ) one;
    brewed := array(
      select (select count(*) from unnest(most_brewed) has where ts_match_vq(has, query))
      from unnest(spelt) with ordinality one (query, at)
      order by at
    );
    least_brewed := (select min(one) from unnest(brewed) one);
    select string_agg('(' || query::text || ')', ' & ')::tsquery,
           (string_agg('(' || by_index::text || ')', ' & ') filter (where times <= 5 * (least_brewed + 1)))::tsquery
    into spelt_all, telling
    from unnest(spelt, by_index, brewed) one (query, by_index, times);
    with_all := case
      -- What a quarter of the most brewed have, more have than are worth counting.
      when (select count(*) > 50 from unnest(most_brewed) has where ts_match_vq(has, spelt_all)) then 501
      when least_brewed > 0 and many_have(marked_all, spelt_all) then 501
      else counted_with(telling, spelt_all)
    end;
    exit when with_all > 20 or pass = 2;
    likes := array(
      select coalesce((select jsonb_agg(jsonb_build_array(best.word, best.closeness)) from words_like(one.given) best), '[]')
      from unnest(sought) with ordinality one (given, at)
      order by at
    );
    exit when not exists (select from unnest(likes) one where one <> '[]');
  end loop;
  return query
    select one.given, one.begun, one.likes, one.times <= 5 * (least_brewed + 1), with_all, one.marks, one.marks_alike
    from unnest(sought, begun, likes, brewed, marked, marked_alike) with ordinality
      one (given, begun, likes, times, marks, marks_alike, at)
    order by one.at;
end $$;
