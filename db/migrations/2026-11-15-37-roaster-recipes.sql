-- A roaster's own recipe among the community's: there once somebody has voted on it, rated, answered, kept or brewed it.
-- It changes and goes with the roaster's.
alter table recipes add column roaster_recipe_id integer references roaster_recipes on delete cascade;
create unique index recipes_of_roaster_recipe on recipes (roaster_recipe_id) where roaster_recipe_id is not null;
