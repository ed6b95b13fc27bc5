-- Who is asked to join a roaster's members. Accepted or withdrawn it goes; declined it stays a month, so that nobody asks again.
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
create unique index roaster_invitations_of_address on roaster_invitations (roaster_id, email);
create index roaster_invitations_to on roaster_invitations (email);
create index roaster_invitations_by on roaster_invitations (invited_by);
