-- Coffees lie by name in the order of their letters' numbers, which is the same in every database: the first names of words
-- (the migration first-names) are the lowest in the order of whoever wrote them, and copied to where names are sorted
-- otherwise, a search by name began behind some that it should have found.
alter table coffees alter column folded_name type text collate "C";
alter table coffee_first_names alter column name type text collate "C";
delete from coffee_first_names;
insert into coffee_first_names (word, name)
select used.word, min(coffees.folded_name)
from coffees
cross join lateral unnest(string_to_array(search_text, ' ')) used (word)
where used.word !~ '^[0-9]*$'
group by used.word;
