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

-- The address that an account gets once its link is opened.
alter table magic_links add column new_email citext;
alter table magic_links drop constraint magic_links_purpose_check;
alter table magic_links add constraint magic_links_purpose_check
  check (purpose in ('sign-in', 'new-password', 'new-address') and (purpose = 'new-address') = (new_email is not null));
