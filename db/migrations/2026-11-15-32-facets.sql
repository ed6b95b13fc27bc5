-- How bright or rich a recipe is, -2 to 2: body and bitterness against acidity, the first, second and fourth coordinate
-- of its cell of taste space. What is not known of it is in the middle.
alter table recipes add column taste_level smallint not null generated always as (
  coalesce(
    greatest(-2, least(2, round(
      (2 * (cube_ll_coord(taste, 2) + cube_ll_coord(taste, 4) - cube_ll_coord(taste, 1) - 0.5))::numeric
    )))::smallint,
    0::smallint
  )
) stored;

-- The counts of every filter of a list, as sums over a few thousand rows at most.
alter table recipes_by_style add column taste_level smallint not null default 0;
alter table recipes_by_style drop constraint recipes_by_style_pkey;
alter table recipes_by_style add primary key (brew_method, roast_level, grind_range, brew_time_range, taste_level);

-- By when a dose is asked for.
create index recipes_dose on recipes (dose_grams) where hidden_at is null;

-- How many gave each number of stars, without reading what they wrote.
create index ratings_given on ratings (recipe_id, rating);

create or replace function count_kind(recipe recipes, delta integer) returns void language plpgsql as $$
begin
  insert into recipes_by_gear as kind (grinder_id, machine_id, roast_level, recipes)
  values (recipe.grinder_id, recipe.machine_id, recipe.roast_level, delta)
  on conflict (grinder_id, machine_id, roast_level) do update
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
  insert into recipes_by_gear (grinder_id, machine_id, roast_level, recipes)
  select grinder_id, machine_id, roast_level, count(*)
  from recipes
  where hidden_at is null
  group by grinder_id, machine_id, roast_level;
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
