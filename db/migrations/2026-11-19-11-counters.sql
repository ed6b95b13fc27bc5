-- All counters, and what changes them:
--
--   a row of         is counted in
--   votes            recipes.upvotes, downvotes; coffee_trends.trending
--   ratings          recipes.rating_sum, rating_count
--   comments         recipes.comment_count
--   technique_votes  technique_counts
--   saved_recipes    recipes.save_count; coffee_trends.trending
--   brew_logs        recipes.brew_count; coffee_trends.trending (if it names a community recipe)
--   recipes          coffees.recipe_count, roasters.recipe_count, recipes_by_gear, recipes_by_style, taste_cells
--   coffees          roasters.coffee_count
--   roaster_follows  roasters.follower_count
--   events           event_days and the others, by the statement that writes them (adapters/postgres/events)
--
-- A counter changes in the statement that causes it, whether that is a request, a cascade or an
-- import. A deleted row takes away what it added, and a changed one does both. Recipes that are not
-- listed (hidden ones and near copies), and what people did with them, count for no coffee or roaster. Where rows are loaded with these
-- triggers off (adapters/postgres/engine/load.ts), the recounts at the end follow.
--
-- Functions that run with every vote are in plpgsql: a session plans them once, while functions in
-- SQL are planned at each call.

create function one_if(fact boolean) returns integer
  language sql immutable parallel safe
  return coalesce(fact::int, 0);

-- 2^(weeks since 2020): what a vote, brew or save adds to a coffee's trend. All of them lose half
-- their weight per week, so the stored order stays right without being computed again; after 30 days
-- under 5 % is left. Bounded, because a float8 holds no more than 2^1023.
create function trend_weight(at timestamptz) returns double precision
  language sql stable parallel safe
  return case
    when at is null then 0
    else power(2, least(1000, greatest(-1000, extract(epoch from at - timestamptz '2020-01-01Z')::float8 / 604800)))
  end;

create function lift_coffee(of_recipe integer, weight double precision) returns void language plpgsql as $$
begin
  update coffee_trends
  set trending = greatest(0, trending + weight)
  from recipes
  where recipes.id = of_recipe
    and recipes.is_listed
    and coffee_id = recipes.coffee_profile_id;
end $$;

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
create trigger count_vote after insert or delete or update on votes
  for each row execute function count_vote();

create function count_technique_vote() returns trigger language plpgsql as $$
begin
  insert into technique_counts as counted (technique, upvotes, downvotes)
  values (
    coalesce(new.technique, old.technique),
    one_if(new.vote = 'UP') - one_if(old.vote = 'UP'),
    one_if(new.vote = 'DOWN') - one_if(old.vote = 'DOWN')
  )
  on conflict (technique) do update
  set upvotes = counted.upvotes + excluded.upvotes,
      downvotes = counted.downvotes + excluded.downvotes;
  return null;
end $$;
create trigger count_technique_vote after insert or delete or update of vote on technique_votes
  for each row execute function count_technique_vote();

create function count_rating() returns trigger language plpgsql as $$
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
create trigger count_rating after insert or delete or update of rating, counts on ratings
  for each row execute function count_rating();

create function count_comment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from recipes where id = old.recipe_id) then
    return null;
  end if;
  update recipes
  set comment_count = comment_count + one_if(id = new.recipe_id) - one_if(id = old.recipe_id)
  where id = coalesce(new.recipe_id, old.recipe_id);
  return null;
end $$;
create trigger count_comment after insert or delete on comments
  for each row execute function count_comment();

create function count_save() returns trigger language plpgsql as $$
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
create trigger count_save after insert or delete or update of created_at on saved_recipes
  for each row execute function count_save();

-- Most brews name no recipe and cost nothing here. When a recipe is deleted, the cascade (at depth 1)
-- sets the recipe of its brews to null, and there is nothing left to count.
create function count_brew() returns trigger language plpgsql as $$
begin
  if coalesce(new.recipe_id, old.recipe_id) is not null then
    update recipes
    set brew_count = brew_count + one_if(id = new.recipe_id) - one_if(id = old.recipe_id)
    where id in (new.recipe_id, old.recipe_id);
    perform lift_coffee(old.recipe_id, -trend_weight(old.created_at));
    perform lift_coffee(new.recipe_id, trend_weight(new.created_at));
  end if;
  return null;
end $$;
create trigger count_new_brew after insert on brew_logs
  for each row when (new.recipe_id is not null) execute function count_brew();
create trigger count_changed_brew after update of recipe_id, created_at on brew_logs
  for each row
  when (new.recipe_id is not null or old.recipe_id is not null and pg_trigger_depth() = 0)
  execute function count_brew();

-- Brews that are deleted together, for example with an account, are counted once per recipe and once
-- per coffee: one by one, thousands took seconds, because each had to pass all row versions that the
-- ones before it had made.
create function count_old_brews() returns trigger language plpgsql as $$
declare
  brewed record;
begin
  -- In the order that all writers keep (adapters/postgres/queries/locks.ts).
  for brewed in
    select recipe_id, count(*)::int as brews
    from gone
    where recipe_id is not null
    group by recipe_id
    order by recipe_id
  loop
    update recipes
    set brew_count = brew_count - brewed.brews
    where id = brewed.recipe_id;
  end loop;
  for brewed in
    select recipe.coffee_profile_id, sum(of_recipe.weight) as weight
    from (
      select recipe_id, sum(trend_weight(created_at)) as weight
      from gone
      where recipe_id is not null
      group by recipe_id
    ) of_recipe
    -- Looks up each recipe by its primary key: a session plans this once, for any number of them.
    cross join lateral (
      select coffee_profile_id
      from recipes
      where id = of_recipe.recipe_id
        and is_listed
      limit 1
    ) recipe
    group by recipe.coffee_profile_id
    order by recipe.coffee_profile_id
  loop
    update coffee_trends
    set trending = greatest(0, trending - brewed.weight)
    where coffee_id = brewed.coffee_profile_id;
  end loop;
  return null;
end $$;
create trigger count_old_brews after delete on brew_logs referencing old table as gone
  for each statement execute function count_old_brews();

-- Everything that lifts a coffee's trend.
create view lifts as
  select recipe_id, created_at from votes where counts
  union all
  select community_recipe_id, created_at from saved_recipes
  union all
  select recipe_id, created_at from brew_logs where recipe_id is not null;

-- Before a recipe is deleted, because its votes, brews and saves are still there to be summed up.
create function count_recipe() returns trigger language plpgsql as $$
declare
  delta integer := one_if(new.id is not null and new.is_listed) - one_if(old.id is not null and old.is_listed);
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
create trigger count_recipe after insert or update of hidden_at, is_near_copy on recipes
  for each row execute function count_recipe();
create trigger count_recipe_gone before delete on recipes
  for each row execute function count_recipe();

create function count_kind(recipe recipes, delta integer) returns void language plpgsql as $$
begin
  insert into recipes_by_gear as kind (grinder_id, machine_id, brew_method, roast_level, recipes)
  values (recipe.grinder_id, recipe.machine_id, recipe.brew_method, recipe.roast_level, delta)
  on conflict (grinder_id, machine_id, brew_method, roast_level) do update
  set recipes = kind.recipes + excluded.recipes;
  insert into recipes_by_style as kind (brew_method, roast_level, grind_range, brew_time_range, taste_level, recipes)
  values (
    recipe.brew_method, recipe.roast_level,
    coalesce(recipe.grind_range, ''), coalesce(recipe.brew_time_range, ''), recipe.taste_level, delta
  )
  on conflict (brew_method, roast_level, grind_range, brew_time_range, taste_level) do update
  set recipes = kind.recipes + excluded.recipes;
end $$;

create function count_recipe_kind() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_listed then
    perform count_kind(old, -1);
  end if;
  if tg_op <> 'DELETE' and new.is_listed then
    perform count_kind(new, 1);
    insert into taste_cells (taste)
    select new.taste
    where new.taste is not null
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger count_recipe_kind
  after insert or delete or update of
    hidden_at, is_near_copy, grinder_id, machine_id, brew_method, roast_level, grind_range, brew_time_range, taste
  on recipes
  for each row execute function count_recipe_kind();

create function count_coffee() returns trigger language plpgsql as $$
begin
  update roasters
  set coffee_count = coffee_count + one_if(id = new.roaster_id) - one_if(id = old.roaster_id)
  where id = coalesce(new.roaster_id, old.roaster_id);
  return null;
end $$;
create trigger count_coffee after insert or delete on coffees
  for each row execute function count_coffee();

create function count_follow() returns trigger language plpgsql as $$
begin
  update roasters
  set follower_count = follower_count + one_if(id = new.roaster_id) - one_if(id = old.roaster_id)
  where id = coalesce(new.roaster_id, old.roaster_id);
  return null;
end $$;
create trigger count_follow after insert or delete on roaster_follows
  for each row execute function count_follow();

-- Recounts of everything, for data that was loaded without triggers, and for `dialin db verify --repair`.
create function recount_recipes() returns void language sql as $$
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

create function recount_coffees() returns void language sql as $$
  with counted as (
    select coffee_profile_id as id, count(*) as recipe_count
    from recipes
    where is_listed
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
    where recipes.is_listed
    group by recipes.coffee_profile_id
  )
  update coffee_trends
  set trending = counted.trending
  from counted
  where counted.id = coffee_id;
$$;

create function recount_roasters() returns void language sql as $$
  update roasters
  set (coffee_count, recipe_count) = (
        select count(*), coalesce(sum(recipe_count), 0)
        from coffees
        where roaster_id = roasters.id
      ),
      follower_count = (select count(*) from roaster_follows where roaster_id = roasters.id);
$$;

create function recount_recipe_kinds() returns void language sql as $$
  delete from recipes_by_gear;
  insert into recipes_by_gear (grinder_id, machine_id, brew_method, roast_level, recipes)
  select grinder_id, machine_id, brew_method, roast_level, count(*)
  from recipes
  where is_listed
  group by grinder_id, machine_id, brew_method, roast_level;
  delete from recipes_by_style;
  insert into recipes_by_style (brew_method, roast_level, grind_range, brew_time_range, taste_level, recipes)
  select brew_method, roast_level, coalesce(grind_range, ''), coalesce(brew_time_range, ''), taste_level, count(*)
  from recipes
  where is_listed
  group by 1, 2, 3, 4, 5;
  insert into taste_cells (taste)
  select distinct taste
  from recipes
  where taste is not null
  on conflict do nothing;
$$;
