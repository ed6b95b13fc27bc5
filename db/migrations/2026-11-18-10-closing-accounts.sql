-- When somebody closed their account. Its rows go in many small transactions; after a crash the next sweep goes on with them.
alter table users add column closing_at timestamptz;
create index users_closing on users (id) where closing_at is not null;
