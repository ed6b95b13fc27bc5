-- The technique that a brew was made by, by its slug: techniques ship with the code, not in a table.
-- A brew follows a recipe or a technique.
alter table brew_logs
  add column technique text,
  add constraint brew_logs_follow_one check (num_nonnulls(recipe_id, technique) <= 1);
