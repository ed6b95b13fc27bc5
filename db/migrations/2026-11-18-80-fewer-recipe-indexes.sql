-- Fourteen indexes on recipes instead of twenty-six. Up to a thousand recipes that match a filter are found by an index that
-- narrows them down, and sorted. For more, the index of the order asked for is read until a page is full; its included
-- columns tell which recipes match, so that the others are not read.
drop index recipes_best_of_author;
drop index recipes_best_of_coffee;
drop index recipes_best_of_coffee_method;
drop index recipes_best_of_kind;
drop index recipes_best_of_machine;
drop index recipes_best_of_method;
drop index recipes_best_of_roaster;
drop index recipes_filter;
drop index recipes_newest_of_method;
drop index recipes_upvoted_of_coffee;
drop index recipes_upvoted_of_grinder;
drop index recipes_upvoted_of_machine;

drop index recipes_best;
create index recipes_best on recipes (wilson_score desc, (-downvotes) desc, created_at desc, id desc)
  include (
    downvotes, brew_method, roast_level, strength_level, taste_level, grind_range, brew_time_range, dose_grams, grind_index,
    coffee_profile_id, roaster_id, grinder_id, machine_id, created_by
  )
  where hidden_at is null;

drop index recipes_upvoted;
create index recipes_upvoted on recipes (upvotes desc, (-downvotes) desc, created_at desc, id desc)
  include (downvotes, roast_level, taste_level, coffee_profile_id, grinder_id, machine_id)
  where hidden_at is null;

drop index recipes_newest;
create index recipes_newest on recipes (created_at desc, id desc)
  include (
    brew_method, roast_level, taste_level, grind_range, brew_time_range, coffee_profile_id, roaster_id, grinder_id, machine_id
  )
  where hidden_at is null;

drop index recipes_most_brewed;
create index recipes_most_brewed on recipes (brew_count desc, id desc)
  include (
    brew_method, roast_level, taste_level, grind_range, brew_time_range, coffee_profile_id, roaster_id, grinder_id, machine_id
  )
  where hidden_at is null;

drop index recipes_coffee;
create index recipes_coffee on recipes (coffee_profile_id, brew_method)
  include (roast_level, taste_level, grind_range, brew_time_range, hidden_at);

drop index recipes_newest_of_roaster;
create index recipes_newest_of_roaster on recipes (roaster_id, created_at desc, id desc)
  include (brew_method, roast_level, taste_level, grind_range, brew_time_range)
  where hidden_at is null;

create index recipes_author on recipes (created_by);

drop index recipes_dose;
drop index recipes_style;
-- All are key columns, so that PostgreSQL compares them in the index and reads only the recipes that match.
create index recipes_style
  on recipes (
    brew_method, roast_level, dose_grams, grind_range, brew_time_range, taste_level, strength_level, grind_index, machine_id
  )
  where hidden_at is null;

comment on index recipes_pkey is 'One recipe by its id.';
comment on index recipes_share_id_key is 'One recipe by the id of its share link; no two have the same.';
comment on index recipes_of_roaster_recipe is 'The published recipe of a roaster''s own recipe, of which there is at most one.';
comment on index recipes_best is 'The best recipes by Wilson''s score, of all or of those that match a filter which many match.';
comment on index recipes_upvoted is 'The recipes with the most upvotes (GET /api/community-recipes).';
comment on index recipes_newest is 'The newest recipes.';
comment on index recipes_most_brewed is 'The most brewed recipes.';
comment on index recipes_best_of_grinder is 'The best recipes of a grinder, also by one machine, method or roast.';
comment on index recipes_best_of_taste is 'The best recipes of a cell of the taste space, to recommend those nearest to a palate.';
comment on index recipes_coffee is 'The recipes of a coffee, also by one method; their facets and figures; deleting a coffee.';
comment on index recipes_newest_of_roaster is 'The newest recipes of a roaster, for the feed of those who follow it; all recipes of a roaster.';
comment on index recipes_author is 'The recipes that a person wrote; deleting an account.';
comment on index recipes_style is 'Recipes of a style that few have, of a range of doses, or of a machine that few have.';
comment on index recipes_grind_index is 'Recipes of a range of grinds.';
