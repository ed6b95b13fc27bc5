-- What a vote, a save or a brew changes lies apart from what a coffee is searched by: each wrote the coffee anew, and with
-- it an entry in every index of its words. One row a coffee.
create table coffee_trends (
  coffee_id integer primary key references coffees on delete cascade,
  trending double precision not null default 0
);
insert into coffee_trends (coffee_id, trending)
select id, trending
from coffees;
create index coffee_trends_highest on coffee_trends (trending desc, coffee_id desc);
alter table coffees drop column trending;

create function begin_trend() returns trigger language plpgsql as $$
begin
  insert into coffee_trends (coffee_id)
  select id
  from added;
  return null;
end $$;
create trigger begin_trend after insert on coffees
  referencing new table as added
  for each statement execute function begin_trend();

-- These run in every vote. In plpgsql a session plans them once; in SQL each call does.
create or replace function lift_coffee(of_recipe integer, weight double precision) returns void language plpgsql as $$
begin
  update coffee_trends
  set trending = greatest(0, trending + weight)
  from recipes
  where recipes.id = of_recipe
    and recipes.hidden_at is null
    and coffee_id = recipes.coffee_profile_id;
end $$;

create or replace function wilson_score(up integer, down integer) returns double precision
  language plpgsql immutable strict parallel safe
as $$
begin
  return case when up = 0 then 0 else (
    up::float8 / (up + down) + 1.9208 / (up + down)
    - 1.96 * sqrt(up::float8 * down / (up + down) + 0.9604) / (up + down)
  ) / (1 + 3.8416 / (up + down)) end;
end $$;

create or replace function count_hit(
  what text, whose text, most integer, within interval, at timestamptz,
  out allowed boolean, out oldest timestamptz
) language plpgsql as $$
#variable_conflict use_column
begin
  insert into rate_limits as seen (route, address, hits, allowed)
  values (what, whose, array[at], true)
  on conflict (route, address) do update
  set (allowed, hits) = (
    select not is_full, case when is_full then seen.hits else (seen.hits || at)[greatest(1, cardinality(seen.hits) + 2 - most):] end
    from (select cardinality(seen.hits) >= most and seen.hits[cardinality(seen.hits) - most + 1] > at - within as is_full) as now
  )
  returning seen.allowed, seen.hits[1] into count_hit.allowed, count_hit.oldest;
end $$;

create or replace function count_recipe() returns trigger language plpgsql as $$
declare
  delta integer := one_if(new.id is not null and new.hidden_at is null)
                 - one_if(old.id is not null and old.hidden_at is null);
  coffee integer := coalesce(new.coffee_profile_id, old.coffee_profile_id);
begin
  if delta <> 0 then
    update coffees
    set recipe_count = recipe_count + delta
    where id = coffee;
    update coffee_trends
    set trending = greatest(0, trending + delta * (
      select coalesce(sum(trend_weight(lifts.created_at)), 0)
      from lifts
      where recipe_id = coalesce(new.id, old.id)
    ))
    where coffee_id = coffee;
    update roasters
    set recipe_count = recipe_count + delta
    where id = coalesce(new.roaster_id, old.roaster_id);
  end if;
  return coalesce(new, old);
end $$;

create or replace function recount_coffees() returns void language sql as $$
  with counted as (
    select coffee_profile_id as id, count(*) as recipe_count
    from recipes
    where hidden_at is null
    group by coffee_profile_id
  )
  update coffees
  set recipe_count = counted.recipe_count
  from counted
  where counted.id = coffees.id;
  with lifted as (
    select recipe_id, sum(trend_weight(created_at)) as weight
    from lifts
    group by recipe_id
  ), counted as (
    select recipes.coffee_profile_id as id, sum(lifted.weight) as trending
    from recipes
    join lifted on lifted.recipe_id = recipes.id
    where recipes.hidden_at is null
    group by recipes.coffee_profile_id
  )
  update coffee_trends
  set trending = counted.trending
  from counted
  where counted.id = coffee_id;
$$;
