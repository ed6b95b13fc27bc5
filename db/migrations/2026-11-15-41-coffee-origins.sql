-- Coffees of an origin are found by its letters among the origins, which are few, and then walked in the order of the
-- list: an index of the letters of every coffee gave all of a common origin, to be sorted for a page.

-- Every origin that a coffee has or had, folded. Two who write a new one at once both add it, as with coffee_words. A
-- hash has no limit to its length.
create table coffee_origins (
  id integer generated always as identity primary key,
  origin text not null
);
create index coffee_origins_origin on coffee_origins using hash (origin);
create index coffee_origins_search on coffee_origins using gin (origin gin_trgm_ops) with (fastupdate = off);

alter table coffees add column origin_id integer references coffee_origins;

create function note_origin() returns trigger language plpgsql as $$
begin
  new.origin_id := (select min(id) from coffee_origins where origin = fold(new.origin));
  if new.origin_id is null and new.origin is not null then
    insert into coffee_origins (origin) values (fold(new.origin)) returning id into new.origin_id;
  end if;
  return new;
end $$;
create trigger note_origin before insert or update of origin on coffees
  for each row execute function note_origin();

insert into coffee_origins (origin)
select distinct fold(origin)
from coffees
where origin is not null;
update coffees
set origin_id = coffee_origins.id
from coffee_origins
where coffee_origins.origin = fold(coffees.origin);

drop index coffees_origin;
create index coffees_by_name_of_origin on coffees (origin_id, fold(name), id);
create index coffees_by_age_of_origin on coffees (origin_id, created_at desc, id desc);
create index coffees_by_recipes_of_origin on coffees (origin_id, recipe_count desc, id desc);
