-- What people do with recipes and techniques: vote, rate, comment, save, collect, report.

-- An author may vote on and rate their own recipe, but it does not count. That is stored with the
-- vote: when an account is deleted, the recipe may lose its author before the vote is uncounted.
create table votes (
  recipe_id integer not null references recipes on delete cascade,
  user_id integer not null references users on delete cascade,
  vote text not null check (vote in ('UP', 'DOWN')),
  created_at timestamptz not null,
  counts boolean not null default true,
  primary key (recipe_id, user_id)
);
create index votes_user on votes (user_id);

create table ratings (
  recipe_id integer not null references recipes on delete cascade,
  user_id integer not null references users on delete cascade,
  rating integer not null check (rating between 1 and 5),
  notes text,
  created_at timestamptz not null,
  counts boolean not null default true,
  primary key (recipe_id, user_id)
);
-- How many people gave each number of stars.
create index ratings_given on ratings (recipe_id, rating);
create index ratings_user on ratings (user_id);

-- What people think of techniques. These ship with the code, not in a table, so a slug names one.
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
create table comments (
  id integer generated always as identity primary key,
  recipe_id integer references recipes on delete cascade,
  technique text,
  user_id integer not null references users on delete cascade,
  body text not null,
  created_at timestamptz not null,
  constraint comments_about_one check (num_nonnulls(recipe_id, technique) = 1)
);
create index comments_recipe on comments (recipe_id, created_at, id);
create index comments_technique on comments (technique, created_at, id) where technique is not null;
create index comments_user on comments (user_id, created_at desc, id desc);

create table saved_recipes (
  user_id integer not null references users on delete cascade,
  community_recipe_id integer not null references recipes on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, community_recipe_id)
);
create index saved_recipes_newest on saved_recipes (user_id, created_at desc, community_recipe_id desc);
create index saved_recipes_recipe on saved_recipes (community_recipe_id);

-- Whose saving of a recipe its author has been told of: saving it again sends no second mail.
create table favourite_notices (
  user_id integer not null references users on delete cascade,
  community_recipe_id integer not null references recipes on delete cascade,
  primary key (user_id, community_recipe_id)
);
create index favourite_notices_recipe on favourite_notices (community_recipe_id);

create table collections (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  description text,
  created_at timestamptz not null,
  -- Null: private.
  share_id text unique
);
create index collections_newest on collections (user_id, created_at desc, id desc);

create table collection_items (
  collection_id integer not null references collections on delete cascade,
  recipe_id integer not null references recipes on delete cascade,
  created_at timestamptz not null,
  primary key (collection_id, recipe_id)
);
create index collection_items_newest on collection_items (collection_id, created_at desc, recipe_id desc);
create index collection_items_recipe on collection_items (recipe_id);

-- Somebody thinks that an admin should look at a recipe or a comment. A report outlives both its
-- subject and its author's account. The author of the recipe or comment never sees it.
create table reports (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('recipe', 'comment')),
  thing_id integer not null,
  user_id integer references users on delete set null,
  -- For a report by somebody who was not signed in: a keyed hash of their address and of what they
  -- reported, so that two reports cannot be linked to one person.
  visitor text,
  reason text not null check (reason in ('spam', 'rude', 'wrong', 'copied', 'other')),
  sentence text,
  created_at timestamptz not null,
  closed_at timestamptz,
  note text
);
-- One report per person, or address, and thing.
create unique index reports_by_person on reports (kind, thing_id, user_id) where user_id is not null;
create unique index reports_by_visitor on reports (kind, thing_id, visitor) where visitor is not null;
create index reports_open on reports (kind, thing_id) where closed_at is null;
create index reports_thing on reports (kind, thing_id);
create index reports_user on reports (user_id) where user_id is not null;
