-- How many recipes of some coffees each further filter would leave is counted from an index alone: ten thousand of a million
-- lie in as many pages of the table. What is hidden is in it too, for whoever deletes a coffee.
drop index recipes_coffee;
create index recipes_coffee on recipes (coffee_profile_id)
  include (brew_method, roast_level, taste_level, grind_range, brew_time_range, hidden_at);
