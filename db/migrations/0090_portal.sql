-- Recipes go with their coffee when it goes, and change with it: all of them, hidden ones too.
create index recipes_coffee on recipes (coffee_profile_id);
