-- A link may also be for a new password. What an admin printed instead of having it mailed proves no address.
alter table magic_links add column purpose text not null default 'sign-in' check (purpose in ('sign-in', 'new-password'));
alter table magic_links add column is_mailed boolean not null default true;

-- Whom an admin asks to make an account. It goes once it is used; sent again it has another secret.
create table account_invitations (
  id integer generated always as identity primary key,
  email citext not null unique,
  token_hash text not null unique,
  -- What an admin printed instead of having it mailed proves no address.
  is_mailed boolean not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
