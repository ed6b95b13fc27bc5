-- A recipe that goes takes its counts along: the brews by it, from which a cascade (depth 1) takes it, have nothing left to count.
-- Each looked for it nonetheless, and of thousands that took longer than a request may.
drop trigger count_changed_brew on brew_logs;
create trigger count_changed_brew after update of recipe_id, created_at on brew_logs
  for each row
  when (new.recipe_id is not null or (old.recipe_id is not null and pg_trigger_depth() = 0))
  execute function count_brew();
