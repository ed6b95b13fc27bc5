-- The technique that a brew was made by, by its slug: techniques ship with the code, not in a table.
-- A brew follows a recipe or a technique.
alter table brew_logs
  add column technique text,
  add constraint brew_logs_follow_one check (num_nonnulls(recipe_id, technique) <= 1);
create index brew_logs_technique on brew_logs (technique) where technique is not null;

-- What people think of techniques.
create table technique_votes (
  technique text not null,
  user_id integer not null references users on delete cascade,
  vote text not null check (vote in ('UP', 'DOWN')),
  created_at timestamptz not null,
  primary key (technique, user_id)
);
create index technique_votes_user on technique_votes (user_id);
-- A list of all techniques, and the page of any coffee, are ordered by votes: counting 100,000 of them
-- each time took 200 ms. A technique without votes may have no row.
create table technique_counts (
  technique text primary key,
  upvotes integer not null,
  downvotes integer not null
);
create function count_technique_vote() returns trigger language plpgsql as $$
begin
  insert into technique_counts as counted (technique, upvotes, downvotes)
  values (
    coalesce(new.technique, old.technique),
    one_if(new.vote = 'UP') - one_if(old.vote = 'UP'),
    one_if(new.vote = 'DOWN') - one_if(old.vote = 'DOWN')
  )
  on conflict (technique) do update
  set upvotes = counted.upvotes + excluded.upvotes,
      downvotes = counted.downvotes + excluded.downvotes;
  return null;
end $$;
create trigger count_technique_vote after insert or delete or update of vote on technique_votes
  for each row execute function count_technique_vote();

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
