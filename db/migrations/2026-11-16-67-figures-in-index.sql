-- The figures of a coffee are summed over its recipes from an index alone, whatever else a recipe holds.
drop index recipes_upvoted_of_coffee;
create index recipes_upvoted_of_coffee on recipes (coffee_profile_id, upvotes desc, (-downvotes) desc, created_at desc, id desc)
  include (downvotes, grinder_id, machine_id, grind_index, ratio) where hidden_at is null;
