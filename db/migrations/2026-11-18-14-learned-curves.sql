-- Curves that learn from the people who own the grinders (docs/learning.md).

-- Whose feedback it is; null if nobody was signed in. Each person counts once, so feedback without a
-- person is for admins to read and teaches no curve. It goes with the account.
alter table grind_feedback add column user_id integer references users on delete cascade;
create index grind_feedback_user on grind_feedback (user_id) where user_id is not null;

-- Every change of a grinder's curve that an admin approved, and what it replaced.
create table grinder_revisions (
  id integer generated always as identity primary key,
  grinder_id integer not null references grinders on delete cascade,
  before jsonb not null,
  after jsonb not null,
  people integer not null,
  -- How far those people are from each other, in index points.
  spread double precision not null,
  applied_at timestamptz not null,
  applied_by text not null,
  reverted_at timestamptz,
  reverted_by text,
  -- When all recipes had followed. Null: not all have, for example because a command was
  -- interrupted, or because a service with the curve of a minute before may still add one.
  settled_at timestamptz
);
create index grinder_revisions_grinder on grinder_revisions (grinder_id, id);
create index grinder_revisions_unsettled on grinder_revisions (grinder_id) where settled_at is null;
