-- Whether many coffees have the words is seen among the newest, by their marks, where it can be: the index would give all of
-- a common word, to be counted up to 500 of them, and a search for words that nobody asked for of late waited for that.

-- As coffee_spellings was (the migration words-known), and with the marks: who has a word, or what is like it, has these
-- (`marks`), and one of those (`marks_alike`).
drop function coffee_spellings(text[]);
create function coffee_spellings(words text[])
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
  likes jsonb[] := array_fill('[]'::jsonb, array[cardinality(words)]);
  most_brewed tsvector[] := array(select search_words from coffees order by recipe_count desc, id desc limit 200);
  coffees_made integer := (select coalesce(max(id), 0) from coffees);
  spelt tsquery[];
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
    select array_agg(one.query::tsquery order by one.at),
           array_agg(one.marks order by one.at),
           array_agg(one.marks_alike order by one.at),
           bit_or(one.marks)
    into spelt, marked, marked_alike, marked_all
    from (
      select at,
             quote_literal(given) || ':*' || coalesce(string_agg(' | ' || quote_literal(one ->> 0), ''), '') as query,
             marks_of_word(given) & coalesce(bit_and(marks_of_word(one ->> 0)), -1) as marks,
             -- What is too short to have a mark may begin with anything.
             case when marks_of_word(given) <> 0 and coalesce(bool_and(marks_of_word(one ->> 0) <> 0), true)
               then marks_of_word(given) | coalesce(bit_or(marks_of_word(one ->> 0)), 0)
               else -1
             end as marks_alike
      from unnest(sought, likes) with ordinality pair (given, likes, at)
      left join lateral jsonb_array_elements(likes) one on true
      group by given, at
    ) one;
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
    with_all := case
      -- What a quarter of the most brewed have, more have than are worth counting.
      when (select count(*) > 50 from unnest(most_brewed) has where ts_match_vq(has, spelt_all)) then 501
      -- So has what, if all were like the newest 1,500, two thousand would have; at least 25 of those have it.
      when coffees_made > 2000 and least_brewed > 0 and newest_have(marked_all, spelt_all, greatest(25, 3000000 / coffees_made)) then 501
      else (
        select count(*)
        from (
          select from coffees
          where search_words @@ telling
            and ts_match_vq(search_words, spelt_all)
          limit 501
        ) found
      )
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
    select one.given, words_begun(one.given), one.likes, one.times <= 5 * (least_brewed + 1), with_all, one.marks, one.marks_alike
    from unnest(sought, likes, brewed, marked, marked_alike) with ordinality one (given, likes, times, marks, marks_alike, at)
    order by one.at;
end $$;

-- Whether so many of the 1,500 newest coffees have the words, as soon as can be told: ten times as many are read at most.
create function newest_have(marks bigint, words tsquery, enough integer) returns boolean
  language plpgsql stable
as $$
begin
  return (
    select count(*) = enough
    from (
      select
      from (
        select id
        from (
          select id, word_marks
          from coffees
          order by created_at desc, id desc
          limit 1500
        ) newest
        where word_marks & marks = marks
        limit 10 * enough
      ) marked
      join coffees on coffees.id = marked.id
      where ts_match_vq(coffees.search_words, words)
      limit enough
    ) found
  );
end $$;
