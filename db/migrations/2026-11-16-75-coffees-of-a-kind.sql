-- Coffees of a roast, of a type, or of both are the first of each kind (a roast and a type, of which there are twenty), which
-- indexes hold in every order: a walk past all others met a rare kind at the end of the catalog.
create index coffees_by_name_of_kind on coffees (roast_level, coffee_type, folded_name, id);
create index coffees_by_age_of_kind on coffees (roast_level, coffee_type, created_at desc, id desc);
create index coffees_by_recipes_of_kind on coffees (roast_level, coffee_type, recipe_count desc, id desc);

alter table coffee_trends
  add column roast_level text,
  add column coffee_type text;
update coffee_trends
set roast_level = coffees.roast_level,
    coffee_type = coffees.coffee_type
from coffees
where coffees.id = coffee_id;
alter table coffee_trends alter column roast_level set not null;
create index coffee_trends_of_kind on coffee_trends (roast_level, coffee_type, trending desc, coffee_id desc);

create or replace function begin_trend() returns trigger language plpgsql as $$
begin
  insert into coffee_trends (coffee_id, word_marks, roast_level, coffee_type)
  select id, word_marks, roast_level, coffee_type
  from added;
  return null;
end $$;

create or replace function mark_trend() returns trigger language plpgsql as $$
begin
  update coffee_trends
  set word_marks = new.word_marks,
      roast_level = new.roast_level,
      coffee_type = new.coffee_type
  where coffee_id = new.id;
  return null;
end $$;
drop trigger mark_trend on coffees;
create trigger mark_trend after update on coffees
  for each row when (
    (old.word_marks, old.roast_level, old.coffee_type) is distinct from (new.word_marks, new.roast_level, new.coffee_type)
  ) execute function mark_trend();
