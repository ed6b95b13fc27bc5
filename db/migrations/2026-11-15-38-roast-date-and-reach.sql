-- A bag says when it was roasted, so that its age shows before the first brew of it.
alter table coffee_library add column roasted_on date;

-- Recipes that a dial reaches lie between two places on the scale: counted from here where nothing else narrows them.
create index recipes_grind_index on recipes (grind_index) where hidden_at is null;
