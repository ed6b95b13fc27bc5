create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists cube;

create table users (
  id integer generated always as identity primary key,
  email citext not null unique,
  -- Null until the address has proven itself through a magic link or an identity provider.
  email_verified_at timestamptz,
  password_hash text,
  apple_subject text unique,
  name text,
  -- A session names the version it was made under; raising it ends every session at once.
  session_version integer not null default 1,
  disabled_at timestamptz,
  notify_recipe_comments boolean not null default true,
  notify_recipe_favorites boolean not null default false,
  notify_recipe_brews boolean not null default true,
  created_at timestamptz not null
);

create table magic_links (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index magic_links_user on magic_links (user_id);

-- Mail is written here in the transaction of its cause and leaves the table when it is delivered.
create table outbox (
  id uuid primary key,
  recipient citext not null,
  -- The account the mail is for; it goes when the account goes.
  user_id integer references users on delete cascade,
  reply_to text,
  template text not null,
  props jsonb not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null
);
create index outbox_due on outbox (next_attempt_at) where failed_at is null;
create index outbox_user on outbox (user_id);
create index outbox_recipient on outbox (recipient);

-- Who knocked when, per route: the last `limit` instants. Losing them in a crash costs nothing, so no WAL.
create unlogged table rate_limits (
  route text not null,
  address text not null,
  hits timestamptz[] not null,
  allowed boolean not null,
  primary key (route, address)
);

create table contact_messages (
  id integer generated always as identity primary key,
  name text not null,
  email citext not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null
);

create table subscribers (
  email citext primary key,
  source text,
  created_at timestamptz not null
);

create table demo_requests (
  id integer generated always as identity primary key,
  name text not null,
  email citext not null,
  company text not null,
  message text,
  created_at timestamptz not null
);
