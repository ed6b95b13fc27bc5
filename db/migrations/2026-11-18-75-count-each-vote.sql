-- A statement casts one vote, so each is counted by itself, as ratings, saves and comments are.
drop trigger count_new_votes on votes;
drop trigger count_changed_votes on votes;
drop trigger count_old_votes on votes;
drop function count_votes();
drop function count_cast_votes(votes[], votes[]);

create function count_vote() returns trigger language plpgsql as $$
declare
  comes boolean := coalesce(new.counts, false);
  goes boolean := coalesce(old.counts, false);
begin
  -- A deleted recipe takes its counters with it.
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
create trigger count_vote after insert or update or delete on votes
  for each row execute function count_vote();
