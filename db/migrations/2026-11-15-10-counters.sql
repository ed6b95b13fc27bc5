-- All counters, and what changes them:
--
--   a row of         counts in
--   votes            recipes.upvotes, downvotes; lifts coffees.trending
--   ratings          recipes.rating_sum, rating_count
--   comments         recipes.comment_count
--   saved_recipes    recipes.save_count; lifts coffees.trending
--   brew_logs        recipes.brew_count; lifts coffees.trending (if brewed from a community recipe)
--   recipes          coffees.recipe_count, roasters.recipe_count, recipes_by_gear, recipes_by_style, taste_cells
--   coffees          roasters.coffee_count
--   roaster_follows  roasters.follower_count
--   events           event_days, event_quarters (not here: by the statement that writes them, adapters/postgres/events.ts)
--
-- Each changes in the statement that causes it, whoever sends it: a person, a cascade, an import. What a row adds when it
-- comes it takes away when it goes, and a change is both. A hidden recipe, and what people did with it, counts for no
-- coffee or roaster. (`loadUncounted` in adapters/postgres/load.ts switches these triggers off; the recounts at the end
-- of this file make up for it.)

-- In a trigger `new` is null for a row that goes and `old` for one that comes: neither counts then.
create function one_if(fact boolean) returns integer
  language sql immutable parallel safe
  return coalesce(fact::int, 0);

-- Trending (domain: votes, brews and saves, halving every seven days). See coffees.trending.
create function trend_weight(at timestamptz) returns double precision
  language sql stable parallel safe
  return coalesce(power(2, extract(epoch from at - timestamptz '2020-01-01Z')::float8 / 604800), 0);

create function lift_coffee(of_recipe integer, weight double precision) returns void language sql as $$
  update coffees
  set trending = greatest(0, trending + weight)
  from recipes
  where recipes.id = of_recipe
    and recipes.hidden_at is null
    and coffees.id = recipes.coffee_profile_id;
$$;

create function count_vote() returns trigger language plpgsql as $$
begin
  update recipes
  set upvotes = upvotes + one_if(new.vote = 'UP') - one_if(old.vote = 'UP'),
      downvotes = downvotes + one_if(new.vote = 'DOWN') - one_if(old.vote = 'DOWN')
  where id = coalesce(new.recipe_id, old.recipe_id);
  perform lift_coffee(
    coalesce(new.recipe_id, old.recipe_id),
    trend_weight(new.created_at) - trend_weight(old.created_at)
  );
  return null;
end $$;
create trigger count_vote after insert or delete or update of vote, created_at on votes
  for each row execute function count_vote();

create function count_rating() returns trigger language plpgsql as $$
begin
  update recipes
  set rating_sum = rating_sum + coalesce(new.rating, 0) - coalesce(old.rating, 0),
      rating_count = rating_count + one_if(new.rating is not null) - one_if(old.rating is not null)
  where id = coalesce(new.recipe_id, old.recipe_id);
  return null;
end $$;
create trigger count_rating after insert or delete or update of rating on ratings
  for each row execute function count_rating();

create function count_comment() returns trigger language plpgsql as $$
begin
  update recipes
  set comment_count = comment_count + one_if(id = new.recipe_id) - one_if(id = old.recipe_id)
  where id = coalesce(new.recipe_id, old.recipe_id);
  return null;
end $$;
create trigger count_comment after insert or delete on comments
  for each row execute function count_comment();

create function count_save() returns trigger language plpgsql as $$
begin
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

-- The only one whose recipe may change: it is forgotten when the recipe goes.
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
create trigger count_brew after insert or delete or update of recipe_id, created_at on brew_logs
  for each row execute function count_brew();

create function count_follow() returns trigger language plpgsql as $$
begin
  update roasters
  set follower_count = follower_count + one_if(id = new.roaster_id) - one_if(id = old.roaster_id)
  where id = coalesce(new.roaster_id, old.roaster_id);
  return null;
end $$;
create trigger count_follow after insert or delete on roaster_follows
  for each row execute function count_follow();

create function count_coffee() returns trigger language plpgsql as $$
begin
  update roasters
  set coffee_count = coffee_count + one_if(id = new.roaster_id) - one_if(id = old.roaster_id)
  where id = coalesce(new.roaster_id, old.roaster_id);
  return null;
end $$;
create trigger count_coffee after insert or delete on coffees
  for each row execute function count_coffee();

-- Everything that lifts the coffee of a recipe.
create view lifts as
  select recipe_id, created_at from votes
  union all
  select community_recipe_id, created_at from saved_recipes
  union all
  select recipe_id, created_at from brew_logs where recipe_id is not null;

create function count_recipe() returns trigger language plpgsql as $$
declare
  delta integer := one_if(new.id is not null and new.hidden_at is null)
                 - one_if(old.id is not null and old.hidden_at is null);
begin
  if delta <> 0 then
    update coffees
    set recipe_count = recipe_count + delta,
        trending = greatest(0, trending + delta * (
          select coalesce(sum(trend_weight(lifts.created_at)), 0)
          from lifts
          where recipe_id = coalesce(new.id, old.id)
        ))
    where id = coalesce(new.coffee_profile_id, old.coffee_profile_id);
    update roasters
    set recipe_count = recipe_count + delta
    where id = coalesce(new.roaster_id, old.roaster_id);
  end if;
  return coalesce(new, old);
end $$;
create trigger count_recipe after insert or update of hidden_at on recipes
  for each row execute function count_recipe();
-- Before: what was done with the recipe goes in a cascade, and finds no recipe any more by which to tell the coffee.
create trigger count_recipe_gone before delete on recipes
  for each row execute function count_recipe();

-- How many recipes there are of each kind, so that the total of a list is a sum over a few rows and never a scan.
-- No list filters by gear and style at once. Filters by coffee, roaster or author count by their own index.
create table recipes_by_gear (
  grinder_id integer not null,
  machine_id integer not null,
  roast_level text not null,
  recipes integer not null,
  primary key (grinder_id, machine_id, roast_level)
);
create index recipes_by_gear_machine on recipes_by_gear (machine_id);

create table recipes_by_style (
  brew_method text not null,
  roast_level text not null,
  -- '' where a recipe has none.
  grind_range text not null,
  brew_time_range text not null,
  recipes integer not null,
  primary key (brew_method, roast_level, grind_range, brew_time_range)
);

-- The cells of taste space that hold recipes: at most 5^6, so the search for the nearest stays small. One that has
-- become empty stays, and finds nothing.
create table taste_cells (taste cube primary key);
create index taste_cells_nearest on taste_cells using gist (taste);

create function count_kind(recipe recipes, delta integer) returns void language plpgsql as $$
begin
  insert into recipes_by_gear as kind (grinder_id, machine_id, roast_level, recipes)
  values (recipe.grinder_id, recipe.machine_id, recipe.roast_level, delta)
  on conflict (grinder_id, machine_id, roast_level) do update
  set recipes = kind.recipes + excluded.recipes;
  insert into recipes_by_style as kind (brew_method, roast_level, grind_range, brew_time_range, recipes)
  values (
    recipe.brew_method, recipe.roast_level,
    coalesce(recipe.grind_range, ''), coalesce(recipe.brew_time_range, ''), delta
  )
  on conflict (brew_method, roast_level, grind_range, brew_time_range) do update
  set recipes = kind.recipes + excluded.recipes;
end $$;

create function count_recipe_kind() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.hidden_at is null then
    perform count_kind(old, -1);
  end if;
  if tg_op <> 'DELETE' and new.hidden_at is null then
    perform count_kind(new, 1);
    insert into taste_cells (taste)
    select new.taste
    where new.taste is not null
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger count_recipe_kind
  after insert or delete or update of hidden_at, grinder_id, machine_id, brew_method, roast_level, grind_range,
    brew_time_range, taste on recipes
  for each row execute function count_recipe_kind();

-- Counters from nothing, for rows that were loaded with triggers off.
create function recount_recipes() returns void language sql as $$
  update recipes
  set (upvotes, downvotes) = (
        select count(*) filter (where vote = 'UP'), count(*) filter (where vote = 'DOWN')
        from votes
        where recipe_id = recipes.id
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

create function recount_coffees() returns void language sql as $$
  with lifted as (
    select recipe_id, sum(trend_weight(created_at)) as weight
    from lifts
    group by recipe_id
  ), counted as (
    select recipes.coffee_profile_id as id,
           count(*) as recipe_count,
           coalesce(sum(lifted.weight), 0) as trending
    from recipes
    left join lifted on lifted.recipe_id = recipes.id
    where recipes.hidden_at is null
    group by recipes.coffee_profile_id
  )
  update coffees
  set recipe_count = counted.recipe_count,
      trending = counted.trending
  from counted
  where counted.id = coffees.id;
$$;

-- After recount_coffees(), whose counts it adds up.
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
  insert into recipes_by_gear (grinder_id, machine_id, roast_level, recipes)
  select grinder_id, machine_id, roast_level, count(*)
  from recipes
  where hidden_at is null
  group by grinder_id, machine_id, roast_level;
  delete from recipes_by_style;
  insert into recipes_by_style (brew_method, roast_level, grind_range, brew_time_range, recipes)
  select brew_method, roast_level, coalesce(grind_range, ''), coalesce(brew_time_range, ''), count(*)
  from recipes
  where hidden_at is null
  group by 1, 2, 3, 4;
  insert into taste_cells (taste)
  select distinct taste
  from recipes
  where taste is not null
  on conflict do nothing;
$$;
