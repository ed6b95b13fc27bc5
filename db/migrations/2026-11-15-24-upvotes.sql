-- The community list is sorted by upvotes, then fewer downvotes, then newer: its index, and those of what it is asked for by.
create index recipes_upvoted on recipes (upvotes desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
create index recipes_upvoted_of_coffee on recipes (coffee_profile_id, upvotes desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
create index recipes_upvoted_of_grinder on recipes (grinder_id, upvotes desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
create index recipes_upvoted_of_machine on recipes (machine_id, upvotes desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;

-- A walk over that list reads what has moved where it stood, as the others do (recipe_moves).
delete from recipe_moves;
alter table recipe_moves add column upvotes integer not null;

create or replace function note_move() returns trigger language plpgsql as $$
begin
  insert into recipe_moves (recipe_id, wilson_score, upvotes, downvotes, brew_count)
  values (old.id, old.wilson_score, old.upvotes, old.downvotes, old.brew_count);
  return null;
end $$;

drop function moved_since(pg_snapshot);
create function moved_since(as_of pg_snapshot)
  returns table (recipe_id integer, wilson_score double precision, upvotes integer, downvotes integer, brew_count integer)
  language plpgsql stable rows 100
as $$
#variable_conflict use_column
begin
  return query
    select distinct on (recipe_id) recipe_id, wilson_score, upvotes, downvotes, brew_count
    from recipe_moves
    where moved_by >= pg_snapshot_xmin(as_of)
      and not pg_visible_in_snapshot(moved_by, as_of)
    order by recipe_id, id;
end $$;
