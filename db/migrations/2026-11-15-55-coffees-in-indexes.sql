-- Recipes of many coffees, as words or a flavour lead to them, are met on a walk along the order of the list. Whether a
-- recipe is of one of the coffees lies in the index, so that thousands of others are passed over without being read.
drop index recipes_best;
create index recipes_best on recipes (wilson_score desc, (-downvotes) desc, created_at desc, id desc)
  include (downvotes, roast_level, coffee_profile_id) where hidden_at is null;
drop index recipes_newest;
create index recipes_newest on recipes (created_at desc, id desc)
  include (roast_level, coffee_profile_id) where hidden_at is null;
drop index recipes_most_brewed;
create index recipes_most_brewed on recipes (brew_count desc, id desc)
  include (brew_method, roast_level, grind_range, brew_time_range, coffee_profile_id) where hidden_at is null;
