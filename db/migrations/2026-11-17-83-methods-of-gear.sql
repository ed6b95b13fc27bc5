-- How many recipes a grinder or a brewer has by a method is asked for with every such search, and was counted row by row:
-- 100 ms at a million. Which method a recipe has is mostly its brewer's, so the sums hardly become more.
alter table recipes_by_gear add column brew_method text not null default '';
alter table recipes_by_gear alter column brew_method drop default;
alter table recipes_by_gear drop constraint recipes_by_gear_pkey;
alter table recipes_by_gear add primary key (grinder_id, machine_id, brew_method, roast_level);

create or replace function count_kind(recipe recipes, delta integer) returns void language plpgsql as $$
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

create or replace function recount_recipe_kinds() returns void language sql as $$
  delete from recipes_by_gear;
  insert into recipes_by_gear (grinder_id, machine_id, brew_method, roast_level, recipes)
  select grinder_id, machine_id, brew_method, roast_level, count(*)
  from recipes
  where hidden_at is null
  group by grinder_id, machine_id, brew_method, roast_level;
  delete from recipes_by_style;
  insert into recipes_by_style (brew_method, roast_level, grind_range, brew_time_range, taste_level, recipes)
  select brew_method, roast_level, coalesce(grind_range, ''), coalesce(brew_time_range, ''), taste_level, count(*)
  from recipes
  where hidden_at is null
  group by 1, 2, 3, 4, 5;
  insert into taste_cells (taste)
  select distinct taste
  from recipes
  where taste is not null
  on conflict do nothing;
$$;

select recount_recipe_kinds();
