-- How strong a recipe is for its method, 1 to 5: the fifth coordinate of its cell of taste space (core/taste/match.ts).
alter table recipes
  add column strength_level smallint generated always as ((1 + 4 * cube_ll_coord(taste, 5))::smallint) stored;

-- The best for a coffee and method: what adaptation learns from.
create index recipes_best_of_coffee_method on recipes (coffee_profile_id, brew_method, wilson_score desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
-- The best of each kind. What asks for several kinds takes the best of each and sorts those few; with `downvotes` itself
-- in the index they are sorted before any row is read.
create index recipes_best_of_kind on recipes (brew_method, roast_level, strength_level, wilson_score desc, (-downvotes) desc, created_at desc, id desc) include (downvotes) where hidden_at is null;
