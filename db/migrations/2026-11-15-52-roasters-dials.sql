-- Where a roaster set its own recipe, on the grinder that it was written on: in its own terms.
alter table roaster_recipes add column grinder_id int references grinders;
alter table roaster_recipes add column grind_setting double precision;
