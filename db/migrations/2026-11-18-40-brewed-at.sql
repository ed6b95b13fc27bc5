-- When a cup was brewed, which is not always when it was logged. Lists, streaks and weeks follow it, and so do their indexes.
alter table brew_logs add column brewed_at timestamptz;
update brew_logs set brewed_at = created_at;
alter table brew_logs alter column brewed_at set not null;

drop index brew_logs_newest;
create index brew_logs_newest on brew_logs (user_id, brewed_at desc, id desc);
drop index brew_logs_of_coffee;
create index brew_logs_of_coffee on brew_logs (user_id, coffee_profile_id, method, brewed_at desc, id desc);

-- As before (2026-11-18-11-newest-brews.sql), in the order in which they were brewed.
create or replace function newest_brews(
  of_user integer,
  most integer,
  before_at timestamptz default 'infinity',
  before_id integer default 0
) returns setof brew_logs
  language sql stable rows 20
  set enable_bitmapscan = off
  set enable_sort = off
as $$
  select *
  from brew_logs
  where user_id = of_user
    and (brewed_at, id) < (before_at, before_id)
  order by brewed_at desc, id desc
  limit most
$$;
