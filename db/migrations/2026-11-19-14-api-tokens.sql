-- What people create for their programs (/me/keys). Only a hash is kept: a token is shown once.
create table api_tokens (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  token_hash text not null unique,
  -- The first characters, by which people tell their tokens apart.
  starts_with text not null,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ '{read,log,write,roaster}'),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- To within ten minutes. Null until the first use.
  last_used_at timestamptz
);
create index api_tokens_user on api_tokens (user_id);
