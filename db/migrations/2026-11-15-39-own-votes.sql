-- An author's vote on their own recipe is theirs to give and to read back, and counts nowhere. Kept with the vote, for
-- when an account goes the recipe forgets its author in the same statement, maybe before the vote is uncounted.
alter table votes add column counts boolean not null default true;

create or replace function count_vote() returns trigger language plpgsql as $$
declare
  comes boolean := coalesce(new.counts, false);
  goes boolean := coalesce(old.counts, false);
begin
  if comes or goes then
    update recipes
    set upvotes = upvotes + one_if(comes and new.vote = 'UP') - one_if(goes and old.vote = 'UP'),
        downvotes = downvotes + one_if(comes and new.vote = 'DOWN') - one_if(goes and old.vote = 'DOWN')
    where id = coalesce(new.recipe_id, old.recipe_id);
    perform lift_coffee(
      coalesce(new.recipe_id, old.recipe_id),
      one_if(comes) * trend_weight(new.created_at) - one_if(goes) * trend_weight(old.created_at)
    );
  end if;
  return null;
end $$;
drop trigger count_vote on votes;
create trigger count_vote after insert or delete or update of vote, created_at, counts on votes
  for each row execute function count_vote();

create or replace view lifts as
  select recipe_id, created_at from votes where counts
  union all
  select community_recipe_id, created_at from saved_recipes
  union all
  select recipe_id, created_at from brew_logs where recipe_id is not null;

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
      ),
      brew_count = (select count(*) from brew_logs where recipe_id = recipes.id),
      save_count = (select count(*) from saved_recipes where community_recipe_id = recipes.id),
      comment_count = (select count(*) from comments where recipe_id = recipes.id);
$$;

update votes
set counts = false
from recipes
where recipes.id = votes.recipe_id
  and recipes.created_by = votes.user_id;
