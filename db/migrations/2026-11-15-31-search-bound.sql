-- Whether many coffees have the words is looked up among the most brewed first: where they do, which is where an index of
-- letters would give a good part of the catalog, nothing else need be read. Otherwise as before.
create or replace function coffee_spellings(words text[]) returns table (at integer, pattern text, closeness double precision)
  language plpgsql stable rows 10
  set pg_trgm.word_similarity_threshold = 0.4
  set enable_seqscan = off
  set enable_mergejoin = off
  set enable_hashjoin = off
as $$
declare
  sought text[] := (select array_agg(fold(word) order by position) from unnest(words) with ordinality one (word, position));
  prefixes text[] := (select array_agg('% ' || word || '%') from unnest(sought) word);
  has_many boolean;
begin
  select count(*) > 20 into has_many
  from (
    select search_text
    from coffees
    order by recipe_count desc, id desc
    limit 1000
  ) most_brewed
  where search_text like all (prefixes);
  if not has_many then
    execute (
      select format(
        'select count(*) > 20 from (select from coffees where %s limit 21) found',
        string_agg(format('search_text like %L', prefix), ' and ')
      )
      from unnest(prefixes) prefix
    ) into has_many;
  end if;
  return query
    select position::int, spelt.pattern, spelt.closeness
    from unnest(sought) with ordinality one (word, position)
    cross join lateral (
      select '% ' || word || ' %' as pattern, 1::float8 as closeness
      union all
      select '% ' || word || '%', length(word) / (length(word) + 1.0)
      union all
      (
        select '% ' || alike.word || ' %', least(max(alike.closeness), 0.99)
        from (
          select known.word, word_similarity(one.word, known.word)::float8
          from coffee_words known
          where not has_many
            and length(one.word) > 2
            and one.word <% known.word
          union all
          select known.word, 0.7
          from generate_series(1, length(one.word) - 1) place
          join coffee_words known
            on known.word = overlay(one.word placing reverse(substr(one.word, place, 2)) from place for 2)
          where not has_many
            and length(one.word) > 3
        ) alike (word, closeness)
        where alike.word not like one.word || '%'
          and (alike.closeness >= 0.42 or strict_word_similarity(one.word, alike.word) >= 0.25)
        group by alike.word
        order by 2 desc, 1
        limit 5
      )
    ) spelt
    order by 1, 3 desc;
end $$;
