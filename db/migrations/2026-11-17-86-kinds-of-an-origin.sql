-- Which of the origins that are asked for have coffees of a kind: in one that has none, all of its coffees were passed in vain.
create index coffees_kinds_of_origin on coffees (origin_id, roast_level, coffee_type);
