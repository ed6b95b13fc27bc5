-- The marks of a word and of each that is like it, apart. Whatever has the word has all marks of one of them: of a word with a typo
-- that sifts as well as of one that is written right, where the marks that all of them have in common are often none.
drop function coffee_spellings(text[]);

create function coffee_spellings(words text[]) returns table (word text, begun text, alike jsonb, is_telling boolean, found_by_all integer, marks bigint[])
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
  coffees_made bigint := (select coalesce(max(id), 0) from coffees);
  spelt tsquery[];
  by_index tsquery[];
  brewed integer[];
  least_brewed integer;
  brewed_with_all integer;
  spelt_all tsquery;
  telling tsquery[];
  with_all integer;
begin
  for pass in 1..2 loop
    select array_agg((quote_literal(one.given) || ':*' || one.alike)::tsquery order by one.at),
           array_agg((one.begun || one.newer || one.alike)::tsquery order by one.at)
    into spelt, by_index
    from (
      select given, begun, at,
             case when strpos(begun, quote_literal(given)) > 0 then '' else ' | ' || quote_literal(given) end as newer,
             coalesce((select string_agg(' | ' || quote_literal(one ->> 0), '') from jsonb_array_elements(likes) one), '') as alike
      from unnest(sought, begun, likes) with ordinality each (given, begun, likes, at)
    ) one;
    brewed := array(
      select (select count(*) from unnest(most_brewed) has where ts_match_vq(has, query))
      from unnest(spelt) with ordinality one (query, at)
      order by at
    );
    least_brewed := (select min(one) from unnest(brewed) one);
    select string_agg('(' || query::text || ')', ' & ')::tsquery,
           array_agg(by_index order by times) filter (where times <= 5 * (least_brewed + 1))
    into spelt_all, telling
    from unnest(spelt, by_index, brewed) one (query, by_index, times);
    brewed_with_all := (select count(*) from unnest(most_brewed) has where ts_match_vq(has, spelt_all));
    with_all := case
      -- What a quarter of the most brewed have, more have than are worth counting.
      when brewed_with_all > 50 then 501
      -- By that some thousand of all have them, too.
      when brewed_with_all > 1 and brewed_with_all * coffees_made >= 200 * 1000 then 501
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
    select one.given, one.begun, one.likes, one.times <= 5 * (least_brewed + 1), with_all,
           marks_of_word(one.given) || array(select marks_of_word(alike ->> 0) from jsonb_array_elements(one.likes) alike)
    from unnest(sought, begun, likes, brewed) with ordinality one (given, begun, likes, times, at)
    order by one.at;
end $$;
