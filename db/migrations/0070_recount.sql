-- Counters from nothing, for rows that were loaded with triggers off; the counts by kind have their own (0020).
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
