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
