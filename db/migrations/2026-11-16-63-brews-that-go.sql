-- Brews that go at once, as with the account of whoever logged them, are counted once a recipe and once a coffee: counted
-- one by one, each found its recipe behind all versions that those before it had made, and thousands took seconds.
drop trigger count_old_brew on brew_logs;
create function count_old_brews() returns trigger language plpgsql as $$
declare
  brewed record;
begin
  -- In the order of adapters/postgres/locks.ts.
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
    -- Each by its primary key: a session plans this once, for however many.
    cross join lateral (
      select coffee_profile_id
      from recipes
      where id = of_recipe.recipe_id
        and hidden_at is null
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
create trigger count_old_brews after delete on brew_logs
  referencing old table as gone
  for each statement execute function count_old_brews();
