-- What is known of the words of a search also says with which words of the catalog each begins, once for all searches that
-- it is held for and not anew in each, and how many coffees have all of the words: a few are ranked without further ado.
drop function coffee_spellings(text[]);
create function coffee_spellings(words text[])
  returns table (word text, begun text, alike jsonb, is_telling boolean, found_by_all integer)
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
    select one.given, words_begun(one.given), one.likes, one.times <= 5 * (least_brewed + 1), with_all
    from unnest(sought, likes, brewed) with ordinality one (given, likes, times, at)
    order by one.at;
end $$;
