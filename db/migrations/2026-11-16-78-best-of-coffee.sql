-- What is sorted by is all in the index: to gather the recipes of many coffees, and sort them, reads no recipe but those of the page.
drop index recipes_best_of_coffee;
create index recipes_best_of_coffee on recipes (coffee_profile_id, wilson_score desc, (-downvotes) desc, created_at desc, id desc)
  include (downvotes) where hidden_at is null;
