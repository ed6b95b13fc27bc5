-- Counters. Each changes in the statement that causes it, whoever sends it: a vote, a cascade, an import.
-- (`dialin seed --scale` switches these triggers off and fills the counters itself.)

create function count_vote() returns trigger language plpgsql as $$
begin
  update recipes
  set upvotes = upvotes + case when tg_op <> 'DELETE' and new.vote = 'UP' then 1 else 0 end
                        - case when tg_op <> 'INSERT' and old.vote = 'UP' then 1 else 0 end,
      downvotes = downvotes + case when tg_op <> 'DELETE' and new.vote = 'DOWN' then 1 else 0 end
                            - case when tg_op <> 'INSERT' and old.vote = 'DOWN' then 1 else 0 end
  where id = coalesce(new.recipe_id, old.recipe_id);
  return null;
end $$;
create trigger count_vote after insert or delete or update of vote on votes
  for each row execute function count_vote();

create function count_rating() returns trigger language plpgsql as $$
begin
  update recipes
  set rating_sum = rating_sum + case when tg_op <> 'DELETE' then new.rating else 0 end
                              - case when tg_op <> 'INSERT' then old.rating else 0 end,
      rating_count = rating_count + case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end
  where id = coalesce(new.recipe_id, old.recipe_id);
  return null;
end $$;
create trigger count_rating after insert or delete or update of rating on ratings
  for each row execute function count_rating();

create function count_comment() returns trigger language plpgsql as $$
begin
  update recipes
  set comment_count = comment_count + case tg_op when 'INSERT' then 1 else -1 end
  where id = coalesce(new.recipe_id, old.recipe_id);
  return null;
end $$;
create trigger count_comment after insert or delete on comments
  for each row execute function count_comment();

create function count_save() returns trigger language plpgsql as $$
begin
  update recipes
  set save_count = save_count + case tg_op when 'INSERT' then 1 else -1 end
  where id = coalesce(new.community_recipe_id, old.community_recipe_id);
  return null;
end $$;
create trigger count_save after insert or delete on saved_recipes
  for each row execute function count_save();

create function count_brew() returns trigger language plpgsql as $$
begin
  update recipes
  set brew_count = brew_count + case tg_op when 'INSERT' then 1 else -1 end
  where id = coalesce(new.recipe_id, old.recipe_id);
  return null;
end $$;
create trigger count_brew_added after insert on brew_logs
  for each row when (new.recipe_id is not null) execute function count_brew();
create trigger count_brew_removed after delete on brew_logs
  for each row when (old.recipe_id is not null) execute function count_brew();

create function count_follow() returns trigger language plpgsql as $$
begin
  update roasters
  set follower_count = follower_count + case tg_op when 'INSERT' then 1 else -1 end
  where id = coalesce(new.roaster_id, old.roaster_id);
  return null;
end $$;
create trigger count_follow after insert or delete on roaster_follows
  for each row execute function count_follow();

create function count_coffee() returns trigger language plpgsql as $$
begin
  update roasters
  set coffee_count = coffee_count + case tg_op when 'INSERT' then 1 else -1 end
  where id = coalesce(new.roaster_id, old.roaster_id);
  return null;
end $$;
create trigger count_coffee after insert or delete on coffees
  for each row execute function count_coffee();

-- A hidden recipe counts nowhere.
create function count_recipe() returns trigger language plpgsql as $$
declare
  delta integer := case when tg_op <> 'DELETE' and new.hidden_at is null then 1 else 0 end
                 - case when tg_op <> 'INSERT' and old.hidden_at is null then 1 else 0 end;
begin
  if delta <> 0 then
    update coffees
    set recipe_count = recipe_count + delta
    where id = coalesce(new.coffee_profile_id, old.coffee_profile_id);
    update roasters
    set recipe_count = recipe_count + delta
    where id = coalesce(new.roaster_id, old.roaster_id);
  end if;
  return null;
end $$;
create trigger count_recipe after insert or delete or update of hidden_at on recipes
  for each row execute function count_recipe();

-- Trending (domain: votes, brews and saves, halving every seven days). See coffees.trending.
create function trend_weight(at timestamptz) returns double precision
  language sql stable strict parallel safe
  return power(2, extract(epoch from at - timestamptz '2020-01-01Z')::float8 / 604800);

create function lift_trend() returns trigger language plpgsql as $$
begin
  update coffees
  set trending = trending + trend_weight(new.created_at)
  from recipes
  where recipes.id = (to_jsonb(new) ->> tg_argv[0])::int
    and coffees.id = recipes.coffee_profile_id;
  return null;
end $$;
create trigger lift_trend after insert on votes
  for each row execute function lift_trend('recipe_id');
create trigger lift_trend after insert on saved_recipes
  for each row execute function lift_trend('community_recipe_id');
create trigger lift_trend after insert on brew_logs
  for each row when (new.recipe_id is not null) execute function lift_trend('recipe_id');

-- What a save has lifted sinks again with it, or saving and taking back in turns would make a coffee trend.
create function sink_trend() returns trigger language plpgsql as $$
begin
  update coffees
  set trending = greatest(0, trending - trend_weight(old.created_at))
  from recipes
  where recipes.id = old.community_recipe_id
    and coffees.id = recipes.coffee_profile_id;
  return null;
end $$;
create trigger sink_trend after delete on saved_recipes
  for each row execute function sink_trend();

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

-- The cells of taste space that hold recipes: at most 5^6, so the search for the nearest stays small.
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
  after insert or delete or update of hidden_at, roast_level, grind_range, brew_time_range, taste on recipes
  for each row execute function count_recipe_kind();

-- The tables above from nothing, for what is loaded with triggers off.
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

-- Counters from nothing, for rows that were loaded with triggers off; the counts by kind have their own above.
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
    from (
      select recipe_id, created_at from votes
      union all
      select community_recipe_id, created_at from saved_recipes
      union all
      select recipe_id, created_at from brew_logs where recipe_id is not null
    ) liked
    group by recipe_id
  ), counted as (
    select recipes.coffee_profile_id as id,
           count(*) filter (where recipes.hidden_at is null) as recipe_count,
           coalesce(sum(lifted.weight), 0) as trending
    from recipes
    left join lifted on lifted.recipe_id = recipes.id
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
