-- Coffees are searched by the words they have: those are found by letters alone, of however many coffees. How alike two
-- words are, which costs a thousand times as much, is asked of the words of the catalog and no longer of every coffee.

-- Folded words with a space before and behind each, parted as core/names.ts parts them.
create function search_text_of(name text, roaster_name text, origin text) returns text
  language sql immutable parallel safe
  return ' ' || translate(
    public.fold(concat_ws(' ', name, roaster_name, origin)),
    E'!"#$%&()*+,-./:;<=>?@[\\]^_{|}~\t\r\n''`’',
    repeat(' ', 33)
  ) || ' ';

-- Every word that a coffee has or had. One of none finds nothing. Two who write a new word at once both add it: without
-- a constraint nobody waits for anybody here, in whatever order they write. Nobody misspells a number.
create table coffee_words (word text not null);
create index coffee_words_word on coffee_words (word);
create index coffee_words_search on coffee_words using gin (word gin_trgm_ops);

create or replace function write_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := search_text_of(new.name, (select name from roasters where id = new.roaster_id), new.origin);
  insert into coffee_words (word)
  select distinct used.word
  from unnest(string_to_array(new.search_text, ' ')) used (word)
  where used.word !~ '^[0-9]*$'
    and not exists (select from coffee_words known where known.word = used.word);
  return new;
end $$;
update coffees set name = name;

-- What to look for in coffees.search_text for each of the words, and how close that is to the word: the word itself, a
-- word that begins with it, and, where few coffees have all the words, words of the catalog that are like it.
-- Of a word's trigrams 0.42 must be there, which "brasil" has of Brazil and "guji" has not of Guatemala; of both words'
-- together a quarter is enough, which "onix" has of Onyx. Two letters that changed places are looked for as such.
create function coffee_spellings(words text[]) returns table (at integer, pattern text, closeness double precision)
  language plpgsql stable rows 10
  set pg_trgm.word_similarity_threshold = 0.4
  set enable_seqscan = off
as $$
declare
  sought text[] := (select array_agg(fold(word) order by position) from unnest(words) with ordinality one (word, position));
  has_many boolean;
begin
  execute (
    select format(
      'select count(*) > 20 from (select from coffees where %s limit 21) found',
      string_agg(format('search_text like %L', '% ' || word || '%'), ' and ')
    )
    from unnest(sought) word
  ) into has_many;
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

drop function find_coffees(text[]);

-- Folded once, when it is written, and no longer for each roaster that a search looks at.
alter table roasters add column folded_name text not null generated always as (fold(name)) stored;
drop index roasters_by_name;
drop index roasters_search;
create index roasters_by_name on roasters (folded_name, id);
create index roasters_search on roasters using gin (folded_name gin_trgm_ops);
