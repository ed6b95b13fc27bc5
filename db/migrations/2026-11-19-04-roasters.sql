-- Roasters, who may edit them, and who follows them.

create table roasters (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  -- The name as people might write it: folded, without "coffee", "roasters" and the like
  -- (core/roasters).
  match_name text not null,
  description text,
  tagline text,
  city text,
  state text,
  country text,
  logo_url text,
  cover_image_url text,
  website_url text,
  style text,
  instagram_handle text,
  contact_email citext,
  is_verified boolean not null default false,
  is_premium boolean not null default false,
  coffee_count integer not null default 0,
  recipe_count integer not null default 0,
  follower_count integer not null default 0,
  created_at timestamptz not null,
  -- Folded once when it is written, not for each roaster that a search reads.
  folded_name text not null generated always as (fold(name)) stored
);
create index roasters_by_name on roasters (folded_name, id);
-- The host of the website. Without the index, 20,000 roasters take 60 ms.
create index roasters_by_website on roasters (split_part(split_part(lower(website_url), '//', 2), '/', 1));
create unique index roasters_match_name on roasters (match_name);
-- Without fastupdate: new entries would wait in a list that every search reads.
create index roasters_search on roasters using gin (folded_name gin_trgm_ops) with (fastupdate = off);

-- Several people may claim one roaster, so that a stranger's claim cannot block the owner's. A person
-- has at most one open claim.
create table roaster_claims (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  roaster_id integer not null references roasters on delete cascade,
  business_email citext not null,
  proof_url text,
  notes text,
  state text not null check (state in ('PENDING', 'VERIFIED', 'APPROVED', 'REJECTED', 'EXPIRED')),
  link_id uuid not null,
  token_hash text not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz
);
create unique index roaster_claims_open_of_user on roaster_claims (user_id) where state in ('PENDING', 'VERIFIED');
create index roaster_claims_roaster on roaster_claims (roaster_id);
create index roaster_claims_user on roaster_claims (user_id);

create table roaster_members (
  roaster_id integer not null references roasters on delete cascade,
  user_id integer not null references users on delete cascade,
  role text not null check (role in ('OWNER', 'EDITOR')),
  created_at timestamptz not null,
  primary key (roaster_id, user_id)
);
create index roaster_members_user on roaster_members (user_id);

-- An invitation is deleted when it is accepted or withdrawn. A declined one is kept for a month, so
-- that nobody is asked again at once.
create table roaster_invitations (
  id integer generated always as identity primary key,
  roaster_id integer not null references roasters on delete cascade,
  email citext not null,
  role text not null check (role in ('OWNER', 'EDITOR')),
  invited_by integer references users on delete set null,
  link_id uuid not null,
  token_hash text not null unique,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  declined_at timestamptz
);
create index roaster_invitations_by on roaster_invitations (invited_by);
create unique index roaster_invitations_of_address on roaster_invitations (roaster_id, email);
create index roaster_invitations_to on roaster_invitations (email);

-- ann+1@people.example and ann+2@people.example are one mailbox: what strangers cause to be sent to
-- it is counted together, and what it declined is declined for both.
create function mailbox_of(address text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(lower(address), '\+[^@]*@', '@');

create table roaster_follows (
  roaster_id integer not null references roasters on delete cascade,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, roaster_id)
);
create index roaster_follows_roaster on roaster_follows (roaster_id);
