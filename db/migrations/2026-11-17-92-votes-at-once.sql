-- Votes that are cast at once are counted at once, in the statement that casts them: to change a recipe takes as long to begin, for
-- all of its indexes, as to do it.
drop trigger count_vote on votes;
drop function count_vote();

-- Of few rows at a time, and each by its primary key: a session plans this once, however many recipes there are by then.
create function count_cast_votes(gone votes[], came votes[]) returns void language plpgsql
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if cardinality(gone) + cardinality(came) = 0 then
    return;
  end if;
  with moved as (
    select recipe_id,
           sum(sign * one_if(vote = 'UP')) as up,
           sum(sign * one_if(vote = 'DOWN')) as down,
           sum(sign * trend_weight(created_at)) as lift
    from (
      select 1 as sign, * from unnest(came)
      union all
      select -1, * from unnest(gone)
    ) each
    where counts
    group by recipe_id
  ), counted as (
    update recipes
    set upvotes = upvotes + moved.up,
        downvotes = downvotes + moved.down
    from moved
    where id = moved.recipe_id
    returning case when hidden_at is null then coffee_profile_id end as coffee_id, moved.lift
  )
  update coffee_trends
  set trending = greatest(0, trending + lifted.lift)
  from (
    select coffee_id, sum(lift) as lift
    from counted
    group by coffee_id
  ) lifted
  where coffee_trends.coffee_id = lifted.coffee_id;
end $$;

create function count_votes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform count_cast_votes('{}', array(select row(came.*)::votes from came));
  elsif tg_op = 'UPDATE' then
    perform count_cast_votes(array(select row(gone.*)::votes from gone), array(select row(came.*)::votes from came));
  else
    perform count_cast_votes(array(select row(gone.*)::votes from gone), '{}');
  end if;
  return null;
end $$;
create trigger count_new_votes after insert on votes
  referencing new table as came
  for each statement execute function count_votes();
create trigger count_changed_votes after update on votes
  referencing old table as gone new table as came
  for each statement execute function count_votes();
create trigger count_old_votes after delete on votes
  referencing old table as gone
  for each statement execute function count_votes();
