-- What the service itself needs: mail, limits, the audit log.

-- A mail is written here in the transaction of its cause, and deleted when it has been delivered.
create table outbox (
  id uuid primary key,
  recipient citext not null,
  -- The account that it is for, with which it is deleted.
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
-- A digest that waits for its hour takes up what comes meanwhile, so there is one.
create unique index outbox_digest on outbox (recipient) where template = 'report-digest' and attempts = 0;
create index outbox_due on outbox (next_attempt_at) where failed_at is null;
create index outbox_recipient on outbox (recipient);
create index outbox_user on outbox (user_id);

create table contact_messages (
  id integer generated always as identity primary key,
  name text not null,
  email citext not null,
  subject text not null,
  message text not null,
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

create table subscribers (
  email citext primary key,
  source text,
  created_at timestamptz not null
);

-- The times of the latest hits of an address on a route. Unlogged: losing them in a crash costs
-- nothing.
create unlogged table rate_limits (
  route text not null,
  address text not null,
  hits timestamptz[] not null,
  allowed boolean not null,
  primary key (route, address)
);

-- Counts a hit, unless `most` of them are within the time window already. Keeps the times of the
-- latest `most` that were allowed; refused hits are not counted.
create function count_hit(
  what text, whose text, most integer, within interval, at timestamptz,
  out allowed boolean, out oldest timestamptz
) language plpgsql as $$
#variable_conflict use_column
begin
  insert into rate_limits as seen (route, address, hits, allowed)
  values (what, whose, array[at], true)
  on conflict (route, address) do update
  set (allowed, hits) = (
    select not is_full, case when is_full then seen.hits else (seen.hits || at)[greatest(1, cardinality(seen.hits) + 2 - most):] end
    from (select cardinality(seen.hits) >= most and seen.hits[cardinality(seen.hits) - most + 1] > at - within as is_full) as now
  )
  returning seen.allowed, seen.hits[1] into count_hit.allowed, count_hit.oldest;
end $$;

-- What admins did: a line each, written in the same transaction. A line never changes, so it names a
-- person only by id: when the account is deleted, nobody knows from it who they were.
create table audit (
  id integer generated always as identity primary key,
  at timestamptz not null,
  -- The user of the operating system.
  who text not null,
  -- As the command is called.
  act text not null,
  on_kind text not null,
  on_id integer,
  details jsonb not null,
  user_id integer generated always as (case when on_kind = 'user' then on_id end) stored
);
create index audit_user on audit (user_id) where user_id is not null;
create function keep_audit() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to.';
end
$$;
create trigger audit_stays before delete or update or truncate on audit
  for each statement execute function keep_audit();

-- The settings of the latest start: a command with other settings would make links that do not work
-- there. It has a keyed hash of a salt instead of the secret. Unlogged: it belongs in no backup, and
-- the next start writes it again.
create unlogged table last_start (
  is_only boolean default true primary key check (is_only),
  salt text not null,
  secret_hash text not null,
  base_url text not null,
  started_at timestamptz not null
);

-- Which shipped catalog this database was last brought up to. Comparing its hundreds of rows at every
-- start would take a third of a second. Unlogged: after a crash they are compared once more.
create unlogged table catalog_seeded (
  digest text primary key
);
