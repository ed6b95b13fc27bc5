-- By name, coffees that have a word lie together, and mostly far from the first: a list of them begins at the first name that
-- the word has. For each word ever lower names of coffees that have it, or had it: the lowest is where they can begin. Two
-- who write at once both add theirs: nobody waits for anybody here, as with coffee_words.
create table coffee_first_names (
  word text not null,
  -- Folded.
  name text not null
);
insert into coffee_first_names (word, name)
select used.word, min(coffees.folded_name)
from coffees
cross join lateral unnest(string_to_array(search_text, ' ')) used (word)
where used.word !~ '^[0-9]*$'
group by used.word;
create index coffee_first_names_word on coffee_first_names (word text_pattern_ops, name);

create or replace function write_search_text() returns trigger language plpgsql as $$
declare
  folded_name text := fold(new.name);
  used text[];
begin
  new.search_text := search_text_of(new.name, (select name from roasters where id = new.roaster_id), new.origin);
  used := array(
    select distinct one
    from unnest(string_to_array(new.search_text, ' ')) one
    where one !~ '^[0-9]*$'
  );
  insert into coffee_words (word)
  select one
  from unnest(used) one
  where not exists (select from coffee_words known where known.word = one);
  insert into coffee_first_names (word, name)
  select one, folded_name
  from unnest(used) one
  where not exists (select from coffee_first_names known where known.word = one and known.name <= folded_name);
  return new;
end $$;
