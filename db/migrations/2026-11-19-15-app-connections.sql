-- Apps that people have connected (/me/keys): one row for each time they allowed one. Only hashes of
-- codes and tokens are kept.
create table app_connections (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- The address where the app is described, and the name that it had there.
  app_id text not null,
  app_name text not null,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ '{read,log,write,roaster}'),
  -- The address that the tokens are for.
  resource text not null,
  redirect_uri text not null,
  code_hash text not null unique,
  code_challenge text not null,
  created_at timestamptz not null,
  -- Until the app has exchanged its code, that of the code; then that of the refresh token.
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  access_hash text unique,
  access_expires_at timestamptz,
  -- What all refresh tokens of the connection begin with.
  line_hash text unique,
  refresh_hash text unique,
  -- To within ten minutes. Null until the first use.
  last_used_at timestamptz
);
create index app_connections_user on app_connections (user_id);

-- What `dialin login --device` asks for, until somebody decides or it expires.
create table device_sign_ins (
  id integer generated always as identity primary key,
  device_hash text not null unique,
  -- What a person types to find it.
  user_code text not null unique,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ '{read,log,write,roaster}'),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'allowed', 'denied')),
  asked_at timestamptz
);
