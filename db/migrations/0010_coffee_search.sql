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

-- Coffees that have every one of the words (folded), give or take a typo: the longest word finds them in the index, then
-- all are looked at. Of a word's trigrams 0.42 must be there, which "brasil" has of Brazil and "guji" has not of
-- Guatemala; against a whole word a quarter is enough, which "onix" has of Onyx.
-- The rank is how well the words match on average; between equals, how much of the text they are.
create function find_coffees(words text[]) returns table (id integer, rank double precision)
  language sql stable parallel safe rows 200
  set pg_trgm.word_similarity_threshold = 0.4
as $$
  select coffees.id,
         match.closeness + 0.1 * similarity(array_to_string(words, ' '), coffees.search_text)
  from coffees
  cross join lateral (
    select avg(word_similarity(word, coffees.search_text)) as closeness,
           bool_and(
             word_similarity(word, coffees.search_text) >= 0.42
             or strict_word_similarity(word, coffees.search_text) >= 0.25
           ) as complete
    from unnest(words) word
  ) match
  where (select word from unnest(words) word order by length(word) desc limit 1) <% coffees.search_text
    and match.complete
$$;
