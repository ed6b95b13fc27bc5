-- What strangers may see of a person: that they are here and what they said, unless they say otherwise; what they brewed,
-- only if they say so.
alter table users add column is_profile_public boolean not null default true;
alter table users add column are_brews_public boolean not null default false;

-- Null: for its owner alone.
alter table collections add column share_id text unique;
