-- With which settings the service was started last: a command with others would make links that are dead there. Of the
-- secret it has a keyed hash of a salt, by which it is guessed no more easily than by a session. Unlogged: it belongs into
-- no backup, and the next start says it anew.
create unlogged table last_start (
  is_only boolean primary key default true check (is_only),
  salt text not null,
  secret_hash text not null,
  base_url text not null,
  started_at timestamptz not null
);
