-- What a list filters by beside what its index is sorted for lies in the index too, and so do the downvotes that an
-- expression hides: rows that do not match, and those of the pages before, are passed over without being read.
drop index recipes_best;
create index recipes_best on recipes (wilson_score desc, (-downvotes) desc, created_at desc, id desc)
  include (downvotes, roast_level) where hidden_at is null;
drop index recipes_best_of_method;
create index recipes_best_of_method on recipes (brew_method, wilson_score desc, (-downvotes) desc, created_at desc, id desc)
  include (downvotes, roast_level, grind_range, brew_time_range) where hidden_at is null;
drop index recipes_best_of_roaster;
create index recipes_best_of_roaster on recipes (roaster_id, wilson_score desc, (-downvotes) desc, created_at desc, id desc)
  include (downvotes, brew_method, roast_level, grind_range, brew_time_range) where hidden_at is null;
drop index recipes_best_of_grinder;
create index recipes_best_of_grinder on recipes (grinder_id, wilson_score desc, (-downvotes) desc, created_at desc, id desc)
  include (downvotes, machine_id, roast_level) where hidden_at is null;
drop index recipes_best_of_machine;
create index recipes_best_of_machine on recipes (machine_id, wilson_score desc, (-downvotes) desc, created_at desc, id desc)
  include (downvotes, grinder_id, roast_level) where hidden_at is null;
drop index recipes_newest;
create index recipes_newest on recipes (created_at desc, id desc)
  include (roast_level) where hidden_at is null;
create index recipes_newest_of_method on recipes (brew_method, created_at desc, id desc)
  include (roast_level, grind_range, brew_time_range) where hidden_at is null;
drop index recipes_newest_of_roaster;
create index recipes_newest_of_roaster on recipes (roaster_id, created_at desc, id desc)
  include (brew_method, roast_level) where hidden_at is null;
drop index recipes_most_brewed;
create index recipes_most_brewed on recipes (brew_count desc, id desc)
  include (brew_method, roast_level, grind_range, brew_time_range) where hidden_at is null;
