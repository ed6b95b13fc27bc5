-- Accounts, how people sign in, whom they brew for, and what they like.

create table users (
  id integer generated always as identity primary key,
  email citext not null unique,
  -- Null until a mailed link or an identity provider has proven the address.
  email_verified_at timestamptz,
  password_hash text,
  apple_subject text unique,
  name text,
  -- A session names the version that it was made under; raising it ends all sessions.
  session_version integer not null default 1,
  disabled_at timestamptz,
  notify_recipe_comments boolean not null default true,
  notify_recipe_favorites boolean not null default false,
  notify_recipe_brews boolean not null default true,
  -- Whether to mail when somebody publishes a variation of a recipe of theirs, and about their bags.
  notify_recipe_variations boolean not null default true,
  notify_shelf boolean not null default false,
  -- When the shelf was last looked at for mails. Whoever sets it takes the person's turn.
  shelf_checked_at timestamptz,
  created_at timestamptz not null,
  -- What strangers may see: the profile, unless the person says otherwise; brews, only if they say
  -- so.
  is_profile_public boolean not null default true,
  are_brews_public boolean not null default false,
  -- When the account was closed. Its rows are deleted in many small transactions; after a crash the
  -- next sweep continues.
  closing_at timestamptz,
  -- How high above the sea they brew, and their water (in ppm as CaCO3). Null: not said.
  altitude_meters double precision check (altitude_meters between 0 and 5500),
  water_hardness_ppm double precision check (water_hardness_ppm between 0 and 1000),
  water_alkalinity_ppm double precision check (water_alkalinity_ppm between 0 and 1000)
);
create index users_closing on users (id) where closing_at is not null;
-- The sweep takes those whose turn is longest ago.
create index users_shelf_turn on users (shelf_checked_at nulls first) where notify_shelf;

-- Links that sign somebody in, let them choose a new password, or prove a new address. Only a hash of
-- the secret is kept.
create table magic_links (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  purpose text not null default 'sign-in',
  -- A link that an admin printed instead of having it mailed proves no address.
  is_mailed boolean not null default true,
  -- The address that the account gets once the link is opened.
  new_email citext,
  constraint magic_links_purpose_check check (
    purpose in ('sign-in', 'new-password', 'new-address') and (purpose = 'new-address') = (new_email is not null)
  )
);
create index magic_links_user on magic_links (user_id);

-- Where a person is signed in, so that they can sign out elsewhere. A row is written when a session is
-- used, and at most every ten minutes. Sessions that are not used any more are forgotten.
create table sessions (
  user_id integer not null references users on delete cascade,
  id uuid not null,
  -- See users.session_version.
  session_version integer not null,
  -- What the browser says it is: 'firefox' on a 'mac'. Null where we do not know it.
  browser text,
  system text,
  last_used_at timestamptz not null,
  primary key (user_id, id)
);
create index sessions_used on sessions (last_used_at);

-- Sessions that were signed out before they expired, kept until they would have. The id alone opens
-- nothing.
create table ended_sessions (
  id uuid primary key,
  until timestamptz not null
);

-- People whom an admin has invited to create an account. A row is deleted when it is used; sending
-- it again gives it another secret.
create table account_invitations (
  id integer generated always as identity primary key,
  email citext not null unique,
  token_hash text not null unique,
  -- See magic_links.
  is_mailed boolean not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

-- One palate per person, each dimension from 0 to 1 (core/taste/palate.ts). No row: nothing was set.
create table palates (
  user_id integer primary key references users on delete cascade,
  acidity double precision not null check (acidity between 0 and 1),
  body double precision not null check (body between 0 and 1),
  sweetness double precision not null check (sweetness between 0 and 1),
  bitterness double precision not null check (bitterness between 0 and 1),
  complexity double precision not null check (complexity between 0 and 1),
  aftertaste double precision not null check (aftertaste between 0 and 1),
  strength double precision not null check (strength between 0 and 1),
  roast double precision not null check (roast between 0 and 1),
  explorer double precision not null check (explorer between 0 and 1)
);

-- The people of a household whom an account brews for, besides the person whose account it is. That
-- person is the first drinker, has the number 0 and no row here: their palate is in palates.
create table drinkers (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  colour text,
  -- The same nine numbers as a row of palates. Null until any taste is set.
  palate jsonb,
  created_at timestamptz not null
);
create unique index drinkers_name on drinkers (user_id, lower(name));
