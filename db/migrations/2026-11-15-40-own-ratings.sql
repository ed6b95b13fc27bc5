-- An author's stars on their own recipe are theirs to give and to read back, and count nowhere, as their vote does.
alter table ratings add column counts boolean not null default true;

create or replace function count_rating() returns trigger language plpgsql as $$
declare
  comes boolean := coalesce(new.counts, false);
  goes boolean := coalesce(old.counts, false);
begin
  if comes or goes then
    update recipes
    set rating_sum = rating_sum + one_if(comes) * coalesce(new.rating, 0) - one_if(goes) * coalesce(old.rating, 0),
        rating_count = rating_count + one_if(comes) - one_if(goes)
    where id = coalesce(new.recipe_id, old.recipe_id);
  end if;
  return null;
end $$;
drop trigger count_rating on ratings;
create trigger count_rating after insert or delete or update of rating, counts on ratings
  for each row execute function count_rating();

create or replace function recount_recipes() returns void language sql as $$
  update recipes
  set (upvotes, downvotes) = (
        select count(*) filter (where vote = 'UP'), count(*) filter (where vote = 'DOWN')
        from votes
        where recipe_id = recipes.id
          and counts
      ),
      (rating_sum, rating_count) = (
        select coalesce(sum(rating), 0), count(*)
        from ratings
        where recipe_id = recipes.id
          and counts
      ),
      brew_count = (select count(*) from brew_logs where recipe_id = recipes.id),
      save_count = (select count(*) from saved_recipes where community_recipe_id = recipes.id),
      comment_count = (select count(*) from comments where recipe_id = recipes.id);
$$;

update ratings
set counts = false
from recipes
where recipes.id = ratings.recipe_id
  and recipes.created_by = ratings.user_id;
