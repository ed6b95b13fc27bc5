-- Who looks for words among coffees of a kind or an origin, in an order, passes those without the marks in the index of that
-- order, as among all coffees (the migration word-marks): where names that have the words stand together, every coffee of
-- the kind was read up to there. The kind lies beside the origin for the same reason. And a coffee of no type is one of the
-- type '': the planner did not see that an index has those in order, and sorted them all.
drop index coffees_by_name_of_kind, coffees_by_age_of_kind, coffees_by_recipes_of_kind, coffee_trends_of_kind;
create index coffees_by_name_of_kind on coffees (roast_level, coalesce(coffee_type, ''), folded_name, id)
  include (word_marks, coffee_type);
create index coffees_by_age_of_kind on coffees (roast_level, coalesce(coffee_type, ''), created_at desc, id desc)
  include (word_marks, coffee_type);
create index coffees_by_recipes_of_kind on coffees (roast_level, coalesce(coffee_type, ''), recipe_count desc, id desc)
  include (word_marks, coffee_type);
create index coffee_trends_of_kind on coffee_trends (roast_level, coalesce(coffee_type, ''), trending desc, coffee_id desc)
  include (word_marks, coffee_type);

drop index coffees_by_name_of_origin, coffees_by_age_of_origin, coffees_by_recipes_of_origin;
create index coffees_by_name_of_origin on coffees (origin_id, folded_name, id)
  include (word_marks, roast_level, coffee_type);
create index coffees_by_age_of_origin on coffees (origin_id, created_at desc, id desc)
  include (word_marks, roast_level, coffee_type);
create index coffees_by_recipes_of_origin on coffees (origin_id, recipe_count desc, id desc)
  include (word_marks, roast_level, coffee_type);
