-- That somebody thinks an admin should look at a recipe or a comment. It stays when its thing is gone and, without them,
-- when whoever wrote it is; who wrote the thing never sees it.
create table reports (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('recipe', 'comment')),
  thing_id integer not null,
  user_id integer references users on delete set null,
  -- Of who was not signed in: a keyed hash of their address and the thing, by which no two reports can be told to be one person's.
  visitor text,
  reason text not null check (reason in ('spam', 'rude', 'wrong', 'copied', 'other')),
  sentence text,
  created_at timestamptz not null,
  closed_at timestamptz,
  note text
);
-- One a person, or an address, and thing. With both indexes the reports of a thing are found, too.
create unique index reports_by_person on reports (kind, thing_id, user_id) where user_id is not null;
create unique index reports_by_visitor on reports (kind, thing_id, visitor) where visitor is not null;
create index reports_thing on reports (kind, thing_id);
create index reports_open on reports (kind, thing_id) where closed_at is null;
create index reports_user on reports (user_id) where user_id is not null;

-- A digest that waits for its hour takes up what comes meanwhile: there is one of them.
create unique index outbox_digest on outbox (recipient) where template = 'report-digest' and attempts = 0;
