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

-- Whose saving an author has been told of: saving again after taking it back sends no second mail.
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
  created_at timestamptz not null
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
