-- A coffee's words as marks, bits for how each begins: whoever walks coffees in an order, looking for words, passes those
-- without the marks in the index of that order, and reads only what may have the words.

-- Of 64, two for the first three letters and one for the first four: of a word of three, whatever begins with it has the
-- first two. What is shorter may begin with anything. By several, hardly a word looks like one that every coffee has.
create function marks_of_word(word text) returns bigint
  language sql immutable strict parallel safe
  return case when length(word) < 3 then 0 else
    1::bigint << ((16 * ascii(word) + 19 * ascii(substr(word, 2)) + ascii(substr(word, 3))) % 31)
    | 1::bigint << (31 + (29 * ascii(word) + 4 * ascii(substr(word, 2)) + 13 * ascii(substr(word, 3))) % 33)
  end | case when length(word) < 4 then 0 else
    1::bigint << ((5 * ascii(word) + 11 * ascii(substr(word, 2)) + 23 * ascii(substr(word, 3)) + 37 * ascii(substr(word, 4))) % 59)
  end;

create function marks_of_words(search_text text) returns bigint
  language sql immutable strict parallel safe
  return (select coalesce(bit_or(public.marks_of_word(word)), 0) from unnest(string_to_array(search_text, ' ')) word);

alter table coffees
  -- As fold(name) gives it: an index that is to be read alone needs a column.
  add column folded_name text not null generated always as (fold(name)) stored,
  -- Where the origin begins in search_text, which ends with it: a word there tells less than one of the roaster or the name.
  add column origin_at integer not null generated always as (length(search_text) - coalesce(length(fold(origin)) + 1, 0)) stored,
  add column word_marks bigint not null generated always as (marks_of_words(search_text)) stored;
drop index coffees_by_name;
create index coffees_by_name on coffees (folded_name, id) include (word_marks);
drop index coffees_by_name_of_origin;
create index coffees_by_name_of_origin on coffees (origin_id, folded_name, id);
drop index coffees_of_roaster;
create index coffees_of_roaster on coffees (roaster_id, folded_name, id);
drop index coffees_by_age;
create index coffees_by_age on coffees (created_at desc, id desc) include (word_marks);
drop index coffees_by_recipes;
create index coffees_by_recipes on coffees (recipe_count desc, id desc) include (word_marks);

-- All of them unless they are known.
alter table coffee_trends add column word_marks bigint not null default -1;
update coffee_trends
set word_marks = coffees.word_marks
from coffees
where coffees.id = coffee_id;
drop index coffee_trends_highest;
create index coffee_trends_highest on coffee_trends (trending desc, coffee_id desc) include (word_marks);

create or replace function begin_trend() returns trigger language plpgsql as $$
begin
  insert into coffee_trends (coffee_id, word_marks)
  select id, word_marks
  from added;
  return null;
end $$;

create function mark_trend() returns trigger language plpgsql as $$
begin
  update coffee_trends
  set word_marks = new.word_marks
  where coffee_id = new.id;
  return null;
end $$;
create trigger mark_trend after update on coffees
  for each row when (old.word_marks is distinct from new.word_marks) execute function mark_trend();
