-- Wilson lower bound, 95 % (z = 1.96). The same figures as core/recipes/wilson.ts, by test. Without upvotes exactly 0:
-- the last bit of a square root must not decide before fewer downvotes do.
create function wilson_score(up integer, down integer) returns double precision
  language sql immutable strict parallel safe
  return case when up = 0 then 0 else (
    up::float8 / (up + down) + 1.9208 / (up + down)
    - 1.96 * sqrt(up::float8 * down / (up + down) + 0.9604) / (up + down)
  ) / (1 + 3.8416 / (up + down)) end;

create table recipes (
  id integer generated always as identity primary key,
  coffee_profile_id integer not null references coffees on delete cascade,
  grinder_id integer not null references grinders,
  machine_id integer not null references machines,
  filter_id integer references filters,
  -- Null once the author's account is gone: shown as Anonymous.
  created_by integer references users on delete set null,
  grind_setting double precision not null,
  grind_setting_text text,
  grind_index double precision not null,
  ratio double precision not null,
  dose_grams double precision not null,
  water_grams double precision not null,
  brew_time_seconds integer,
  water_temp_f double precision,
  notes text,
  taste_profile jsonb,
  -- Read off the coffee and the machine when the recipe is made, so that one index can filter and sort.
  roaster_id integer not null references roasters on delete cascade,
  brew_method text not null,
  roast_level text not null,
  -- What grind_index and brew_time_seconds are called (core/recipes/ranges.ts); null where no time is given.
  grind_range text,
  brew_time_range text,
  -- The cell of taste space the recipe falls in (core/taste/match.ts).
  taste cube,
  share_id text unique,
  upvotes integer not null default 0,
  downvotes integer not null default 0,
  wilson_score double precision not null generated always as (wilson_score(upvotes, downvotes)) stored,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  avg_rating double precision generated always as (
    case when rating_count > 0 then rating_sum::float8 / rating_count end
  ) stored,
  brew_count integer not null default 0,
  save_count integer not null default 0,
  comment_count integer not null default 0,
  hidden_at timestamptz,
  created_at timestamptz not null
);
-- Best first: score, then fewer downvotes, then newer, then id; all descending, so that one row comparison finds the
-- next page. Alone and behind each filter that names one thing.
create index recipes_best on recipes (wilson_score desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
create index recipes_best_of_coffee on recipes (coffee_profile_id, wilson_score desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
create index recipes_best_of_grinder on recipes (grinder_id, wilson_score desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
create index recipes_best_of_machine on recipes (machine_id, wilson_score desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
create index recipes_best_of_method on recipes (brew_method, wilson_score desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
create index recipes_best_of_roaster on recipes (roaster_id, wilson_score desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
create index recipes_best_of_author on recipes (created_by, wilson_score desc, (-downvotes) desc, created_at desc, id desc);
create index recipes_newest on recipes (created_at desc, id desc) where hidden_at is null;
create index recipes_newest_of_roaster on recipes (roaster_id, created_at desc, id desc) where hidden_at is null;
create index recipes_most_brewed on recipes (brew_count desc, id desc) where hidden_at is null;
create index recipes_best_of_taste on recipes (taste, wilson_score desc, (-downvotes) desc, created_at desc, id desc) where hidden_at is null;
create index recipes_style on recipes (brew_method, roast_level, grind_range, brew_time_range) where hidden_at is null;
-- Method, grind and time go together (no espresso is coarse), which single columns do not tell the planner.
create statistics recipes_style on brew_method, roast_level, grind_range, brew_time_range from recipes;
create index recipes_filter on recipes (filter_id);

create table votes (
  recipe_id integer not null references recipes on delete cascade,
  user_id integer not null references users on delete cascade,
  vote text not null check (vote in ('UP', 'DOWN')),
  created_at timestamptz not null,
  primary key (recipe_id, user_id)
);
create index votes_user on votes (user_id);

create table ratings (
  recipe_id integer not null references recipes on delete cascade,
  user_id integer not null references users on delete cascade,
  rating integer not null check (rating between 1 and 5),
  notes text,
  created_at timestamptz not null,
  primary key (recipe_id, user_id)
);
create index ratings_user on ratings (user_id);

create table comments (
  id integer generated always as identity primary key,
  recipe_id integer not null references recipes on delete cascade,
  user_id integer not null references users on delete cascade,
  body text not null,
  created_at timestamptz not null
);
create index comments_recipe on comments (recipe_id, created_at, id);
create index comments_user on comments (user_id, created_at desc, id desc);

create table saved_recipes (
  user_id integer not null references users on delete cascade,
  community_recipe_id integer not null references recipes on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, community_recipe_id)
);
create index saved_recipes_recipe on saved_recipes (community_recipe_id);
create index saved_recipes_newest on saved_recipes (user_id, created_at desc, community_recipe_id desc);

create table brew_logs (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- The community recipe it was brewed from, if any.
  recipe_id integer references recipes on delete set null,
  method text not null,
  coffee_profile_id integer references coffees on delete set null,
  grinder_id integer references grinders,
  machine_id integer references machines,
  dose_grams double precision,
  water_grams double precision,
  grind_setting double precision,
  grind_setting_text text,
  grind_index double precision,
  water_temp_f double precision,
  brew_time_seconds integer,
  days_off_roast double precision,
  outcome text,
  notes text,
  rating integer check (rating between 1 and 5),
  taste_profile jsonb,
  extraction_feedback jsonb,
  saved_as_recipe boolean not null default false,
  -- Where an imported log came from, so that the same file twice adds nothing twice.
  import_key text,
  created_at timestamptz not null,
  unique (user_id, import_key)
);
create index brew_logs_newest on brew_logs (user_id, created_at desc, id desc);
create index brew_logs_of_coffee on brew_logs (user_id, coffee_profile_id, method, created_at desc, id desc);
create index brew_logs_recipe on brew_logs (recipe_id);
create index brew_logs_coffee on brew_logs (coffee_profile_id);

-- Counters. Each changes in the statement that causes it, whoever sends it: a vote, a cascade, an import.
-- (`dialin seed --scale` switches these triggers off and fills the counters itself.)

create function count_vote() returns trigger language plpgsql as $$
begin
  update recipes
  set upvotes = upvotes + case when tg_op <> 'DELETE' and new.vote = 'UP' then 1 else 0 end
                        - case when tg_op <> 'INSERT' and old.vote = 'UP' then 1 else 0 end,
      downvotes = downvotes + case when tg_op <> 'DELETE' and new.vote = 'DOWN' then 1 else 0 end
                            - case when tg_op <> 'INSERT' and old.vote = 'DOWN' then 1 else 0 end
  where id = coalesce(new.recipe_id, old.recipe_id);
  return null;
end $$;
create trigger count_vote after insert or delete or update of vote on votes
  for each row execute function count_vote();

create function count_rating() returns trigger language plpgsql as $$
begin
  update recipes
  set rating_sum = rating_sum + case when tg_op <> 'DELETE' then new.rating else 0 end
                              - case when tg_op <> 'INSERT' then old.rating else 0 end,
      rating_count = rating_count + case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end
  where id = coalesce(new.recipe_id, old.recipe_id);
  return null;
end $$;
create trigger count_rating after insert or delete or update of rating on ratings
  for each row execute function count_rating();

create function count_comment() returns trigger language plpgsql as $$
begin
  update recipes
  set comment_count = comment_count + case tg_op when 'INSERT' then 1 else -1 end
  where id = coalesce(new.recipe_id, old.recipe_id);
  return null;
end $$;
create trigger count_comment after insert or delete on comments
  for each row execute function count_comment();

create function count_save() returns trigger language plpgsql as $$
begin
  update recipes
  set save_count = save_count + case tg_op when 'INSERT' then 1 else -1 end
  where id = coalesce(new.community_recipe_id, old.community_recipe_id);
  return null;
end $$;
create trigger count_save after insert or delete on saved_recipes
  for each row execute function count_save();

create function count_brew() returns trigger language plpgsql as $$
begin
  update recipes
  set brew_count = brew_count + case tg_op when 'INSERT' then 1 else -1 end
  where id = coalesce(new.recipe_id, old.recipe_id);
  return null;
end $$;
create trigger count_brew_added after insert on brew_logs
  for each row when (new.recipe_id is not null) execute function count_brew();
create trigger count_brew_removed after delete on brew_logs
  for each row when (old.recipe_id is not null) execute function count_brew();

create function count_follow() returns trigger language plpgsql as $$
begin
  update roasters
  set follower_count = follower_count + case tg_op when 'INSERT' then 1 else -1 end
  where id = coalesce(new.roaster_id, old.roaster_id);
  return null;
end $$;
create trigger count_follow after insert or delete on roaster_follows
  for each row execute function count_follow();

create function count_coffee() returns trigger language plpgsql as $$
begin
  update roasters
  set coffee_count = coffee_count + case tg_op when 'INSERT' then 1 else -1 end
  where id = coalesce(new.roaster_id, old.roaster_id);
  return null;
end $$;
create trigger count_coffee after insert or delete on coffees
  for each row execute function count_coffee();

-- A hidden recipe counts nowhere.
create function count_recipe() returns trigger language plpgsql as $$
declare
  delta integer := case when tg_op <> 'DELETE' and new.hidden_at is null then 1 else 0 end
                 - case when tg_op <> 'INSERT' and old.hidden_at is null then 1 else 0 end;
begin
  if delta <> 0 then
    update coffees
    set recipe_count = recipe_count + delta
    where id = coalesce(new.coffee_profile_id, old.coffee_profile_id);
    update roasters
    set recipe_count = recipe_count + delta
    where id = coalesce(new.roaster_id, old.roaster_id);
  end if;
  return null;
end $$;
create trigger count_recipe after insert or delete or update of hidden_at on recipes
  for each row execute function count_recipe();

-- Trending (domain: votes, brews and saves, halving every seven days). See coffees.trending.
create function trend_weight(at timestamptz) returns double precision
  language sql stable strict parallel safe
  return power(2, extract(epoch from at - timestamptz '2020-01-01Z')::float8 / 604800);

create function lift_trend() returns trigger language plpgsql as $$
begin
  update coffees
  set trending = trending + trend_weight(new.created_at)
  from recipes
  where recipes.id = (to_jsonb(new) ->> tg_argv[0])::int
    and coffees.id = recipes.coffee_profile_id;
  return null;
end $$;
create trigger lift_trend after insert on votes
  for each row execute function lift_trend('recipe_id');
create trigger lift_trend after insert on saved_recipes
  for each row execute function lift_trend('community_recipe_id');
create trigger lift_trend after insert on brew_logs
  for each row when (new.recipe_id is not null) execute function lift_trend('recipe_id');
