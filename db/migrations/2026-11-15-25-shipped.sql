-- The row as it shipped. While it still is so, nobody here has changed it, and it follows what ships next.
alter table grinders add column shipped jsonb;
alter table machines add column shipped jsonb;
alter table filters add column shipped jsonb;
