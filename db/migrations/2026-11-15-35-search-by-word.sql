-- A coffee is found by its words as such, in an index that knows them and what they begin with: an index of letters read
-- the list of every three letters of a word, and looked at each text that it gave once more.
alter table coffees add column search_words tsvector not null
  generated always as (array_to_tsvector(array_remove(string_to_array(search_text, ' '), ''))) stored;
drop index coffees_search;
create index coffees_words on coffees using gin (search_words) with (fastupdate = off);

-- What is to be known of words before coffees are looked for, in the order of the words: each as it is folded; where few
-- coffees have all the words, up to five words of the catalog that are like it, as [word, closeness], the closest first
-- (what likeness is, the migration search-words says); whether it is about as rare as the rarest, so that an index is
-- worth asking for it; and whether more coffees have all the words than are worth ranking.
drop function coffee_spellings(text[]);
create function coffee_spellings(words text[])
  returns table (word text, alike jsonb, is_telling boolean, is_common boolean)
  language plpgsql stable rows 4
  set pg_trgm.word_similarity_threshold = 0.4
  set enable_seqscan = off
  set enable_mergejoin = off
  set enable_hashjoin = off
as $$
#variable_conflict use_column
declare
  sought text[] := array(select fold(given) from unnest(words) with ordinality one (given, at) order by at);
  likes jsonb[] := array_fill('[]'::jsonb, array[cardinality(words)]);
  most_brewed tsvector[] := array(select search_words from coffees order by recipe_count desc, id desc limit 200);
  spelt tsquery[];
  brewed integer[];
  least_brewed integer;
  spelt_all tsquery;
  telling tsquery;
  with_all integer;
begin
  for pass in 1..2 loop
    spelt := array(
      select (quote_literal(given) || ':*' || coalesce(string_agg(' | ' || quote_literal(one ->> 0), ''), ''))::tsquery
      from unnest(sought, likes) with ordinality pair (given, likes, at)
      left join lateral jsonb_array_elements(likes) one on true
      group by given, at
      order by at
    );
    brewed := array(
      select (select count(*) from unnest(most_brewed) has where ts_match_vq(has, query))
      from unnest(spelt) with ordinality one (query, at)
      order by at
    );
    least_brewed := (select min(one) from unnest(brewed) one);
    select string_agg('(' || query::text || ')', ' & ')::tsquery,
           (string_agg('(' || query::text || ')', ' & ') filter (where times <= 5 * (least_brewed + 1)))::tsquery
    into spelt_all, telling
    from unnest(spelt, brewed) one (query, times);
    -- What a quarter of the most brewed have, more have than are worth counting.
    with_all := case when (select count(*) > 50 from unnest(most_brewed) has where ts_match_vq(has, spelt_all)) then 501 else (
      select count(*)
      from (
        select from coffees
        where search_words @@ telling
          and ts_match_vq(search_words, spelt_all)
        limit 501
      ) found
    ) end;
    exit when with_all > 20 or pass = 2;
    likes := array(
      select coalesce((select jsonb_agg(jsonb_build_array(best.word, best.closeness)) from words_like(one.given) best), '[]')
      from unnest(sought) with ordinality one (given, at)
      order by at
    );
    exit when not exists (select from unnest(likes) one where one <> '[]');
  end loop;
  return query
    select one.given, one.likes, one.times <= 5 * (least_brewed + 1), with_all > 500
    from unnest(sought, likes, brewed) with ordinality one (given, likes, times, at)
    order by one.at;
end $$;

-- Nobody misspells a number.
create function words_like(given text) returns table (word text, closeness double precision)
  language sql stable rows 5
as $$
  select alike.word, least(max(alike.closeness), 0.99)
  from (
    select known.word, word_similarity(given, known.word)::float8
    from coffee_words known
    where length(given) > 2
      and given !~ '^[0-9]*$'
      and given <% known.word
    union all
    select known.word, 0.7
    from generate_series(1, length(given) - 1) place
    join coffee_words known
      on known.word = overlay(given placing reverse(substr(given, place, 2)) from place for 2)
    where length(given) > 3
  ) alike (word, closeness)
  where not starts_with(alike.word, given)
    and (alike.closeness >= 0.42 or strict_word_similarity(given, alike.word) >= 0.25)
  group by alike.word
  order by 2 desc, 1
  limit 5
$$;
