-- Sessions that were signed out of before they ran out; forgotten once they would have. The id alone opens nothing.
create table ended_sessions (
  id uuid primary key,
  until timestamptz not null
);
