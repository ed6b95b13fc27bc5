-- Most brews are by no recipe and of no import: what counts and finds those has nothing to do with them.
drop trigger count_brew on brew_logs;
create trigger count_new_brew after insert on brew_logs
  for each row when (new.recipe_id is not null) execute function count_brew();
create trigger count_old_brew after delete on brew_logs
  for each row when (old.recipe_id is not null) execute function count_brew();
create trigger count_changed_brew after update of recipe_id, created_at on brew_logs
  for each row when (new.recipe_id is not null or old.recipe_id is not null) execute function count_brew();

drop index brew_logs_recipe;
create index brew_logs_recipe on brew_logs (recipe_id) where recipe_id is not null;

alter table brew_logs drop constraint brew_logs_user_id_import_key_key;
create unique index brew_logs_import on brew_logs (user_id, import_key) where import_key is not null;
