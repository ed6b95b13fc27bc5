-- A recipe that goes takes its counts along: of what people did with it, which goes in a cascade, nothing is left to count. To look
-- whether it is there takes a tenth of what it took to change it in vain, and its coffee; of thousands that was seconds.
create or replace function count_vote() returns trigger language plpgsql as $$
declare
  comes boolean := coalesce(new.counts, false);
  goes boolean := coalesce(old.counts, false);
begin
  if tg_op = 'DELETE' and not exists (select from recipes where id = old.recipe_id) then
    return null;
  end if;
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

create or replace function count_rating() returns trigger language plpgsql as $$
declare
  comes boolean := coalesce(new.counts, false);
  goes boolean := coalesce(old.counts, false);
begin
  if tg_op = 'DELETE' and not exists (select from recipes where id = old.recipe_id) then
    return null;
  end if;
  if comes or goes then
    update recipes
    set rating_sum = rating_sum + one_if(comes) * coalesce(new.rating, 0) - one_if(goes) * coalesce(old.rating, 0),
        rating_count = rating_count + one_if(comes) - one_if(goes)
    where id = coalesce(new.recipe_id, old.recipe_id);
  end if;
  return null;
end $$;

create or replace function count_comment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from recipes where id = old.recipe_id) then
    return null;
  end if;
  update recipes
  set comment_count = comment_count + one_if(id = new.recipe_id) - one_if(id = old.recipe_id)
  where id = coalesce(new.recipe_id, old.recipe_id);
  return null;
end $$;

create or replace function count_save() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from recipes where id = old.community_recipe_id) then
    return null;
  end if;
  update recipes
  set save_count = save_count + one_if(id = new.community_recipe_id) - one_if(id = old.community_recipe_id)
  where id = coalesce(new.community_recipe_id, old.community_recipe_id);
  perform lift_coffee(
    coalesce(new.community_recipe_id, old.community_recipe_id),
    trend_weight(new.created_at) - trend_weight(old.created_at)
  );
  return null;
end $$;
