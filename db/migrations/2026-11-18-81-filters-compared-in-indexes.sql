-- What is filtered by become key columns of these two: PostgreSQL compares them in the index and reads only the recipes that
-- match. Included columns are only compared where the index alone answers.
drop index recipes_newest_of_roaster;
create index recipes_newest_of_roaster
  on recipes (
    roaster_id, created_at desc, id desc, brew_method, roast_level, taste_level, grind_range, brew_time_range
  )
  where hidden_at is null;
comment on index recipes_newest_of_roaster is 'The newest recipes of a roaster, for the feed of those who follow it; all recipes of a roaster.';

drop index recipes_best_of_grinder;
create index recipes_best_of_grinder
  on recipes (
    grinder_id, wilson_score desc, (-downvotes) desc, created_at desc, id desc, brew_method, machine_id, roast_level
  )
  include (downvotes)
  where hidden_at is null;
comment on index recipes_best_of_grinder is 'The best recipes of a grinder, also by one machine, method or roast.';
