-- The index is asked for a word once, and for each word by itself. Where the catalog's words that begin with a word have the word
-- itself among them, it was asked for it twice, and took twice as long; of several words with what is like them it took three
-- times as long for one query as it takes for one of each. And that many have them is known by the most brewed alone,
-- where it was guessed by others, too.
create or replace function words_begun(given text) returns text
  language plpgsql stable
  as $$
declare
  begun text[] := array(
    select word
    from coffee_words
    where word ~>=~ given
      and word ~<~ (given || chr(1114111))
    limit 9
  );
begin
  return case
    when given ~ '^[0-9]*$' or cardinality(begun) not between 1 and 8 then quote_literal(given) || ':*'
    else (select string_agg(distinct quote_literal(one), ' | ') from unnest(begun) one)
  end;
end $$;

drop function counted_with(tsquery, tsquery);
-- So many coffees have all of it, up to 501. Up to three words are asked for, the rarest first; whether a coffee has the others is
-- seen in the coffee.
create function counted_with(telling tsquery[], all_of_it tsquery) returns integer
  language plpgsql stable
  set enable_seqscan = off
  as $$
begin
  if telling[2] is null then
    return (
      select count(*)
      from (select from coffees where search_words @@ telling[1] and ts_match_vq(search_words, all_of_it) limit 501) found
    );
  elsif telling[3] is null then
    return (
      select count(*)
      from (
        select
        from coffees
        where search_words @@ telling[1]
          and search_words @@ telling[2]
          and ts_match_vq(search_words, all_of_it)
        limit 501
      ) found
    );
  end if;
  return (
    select count(*)
    from (
      select
      from coffees
      where search_words @@ telling[1]
        and search_words @@ telling[2]
        and search_words @@ telling[3]
        and ts_match_vq(search_words, all_of_it)
      limit 501
    ) found
  );
end $$;

create or replace function coffee_spellings(words text[]) RETURNS TABLE(word text, begun text, alike jsonb, is_telling boolean, found_by_all integer, marks bigint, marks_alike bigint)
    LANGUAGE plpgsql STABLE ROWS 4
    SET "pg_trgm.word_similarity_threshold" TO '0.4'
    SET enable_seqscan TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_hashjoin TO 'off'
    AS $$
#variable_conflict use_column
declare
  sought text[] := array(select fold(given) from unnest(words) with ordinality one (given, at) order by at);
  begun text[] := array(select words_begun(given) from unnest(sought) with ordinality one (given, at) order by at);
  likes jsonb[] := array_fill('[]'::jsonb, array[cardinality(words)]);
  most_brewed tsvector[] := array(select search_words from coffees order by recipe_count desc, id desc limit 200);
  coffees_made bigint := (select coalesce(max(id), 0) from coffees);
  spelt tsquery[];
  by_index tsquery[];
  marked bigint[];
  marked_alike bigint[];
  brewed integer[];
  least_brewed integer;
  brewed_with_all integer;
  spelt_all tsquery;
  telling tsquery[];
  with_all integer;
begin
  for pass in 1..2 loop
    select array_agg((quote_literal(one.given) || ':*' || one.alike)::tsquery order by one.at),
           array_agg((one.begun || one.newer || one.alike)::tsquery order by one.at),
           array_agg(one.marks order by one.at),
           array_agg(one.marks_alike order by one.at)
    into spelt, by_index, marked, marked_alike
    from (
      select given, begun, at,
             case when strpos(begun, quote_literal(given)) > 0 then '' else ' | ' || quote_literal(given) end as newer,
             coalesce(string_agg(' | ' || quote_literal(one.word), ''), '') as alike,
             own.marks & coalesce(bit_and(one.marks), -1) as marks,
             -- What is too short to have a mark may begin with anything.
             case when own.marks <> 0 and coalesce(bool_and(one.marks <> 0), true)
               then own.marks | coalesce(bit_or(one.marks), 0)
               else -1
             end as marks_alike
      from unnest(sought, begun, likes) with ordinality each (given, begun, likes, at)
      -- Apart, each once: else they are reckoned wherever they are named.
      cross join lateral (select marks_of_word(given) as marks offset 0) own
      left join lateral (
        select one ->> 0 as word, marks_of_word(one ->> 0) as marks
        from jsonb_array_elements(likes) one
        offset 0
      ) one on true
      group by given, begun, own.marks, at
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
    select one.given, one.begun, one.likes, one.times <= 5 * (least_brewed + 1), with_all, one.marks, one.marks_alike
    from unnest(sought, begun, likes, brewed, marked, marked_alike) with ordinality
      one (given, begun, likes, times, marks, marks_alike, at)
    order by one.at;
end $$;
