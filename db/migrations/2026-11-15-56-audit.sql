-- What admins did, a line each, written in the transaction of the act. A line is never changed, so it names a person by
-- their id alone: once the account is gone, nobody knows by it who they were.
create table audit (
  id integer generated always as identity primary key,
  at timestamptz not null,
  -- The operating system's user.
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
create trigger audit_stays before update or delete or truncate on audit execute function keep_audit();
