-- The newest brews of somebody, or the newest before one of them, read in the order of the index. Planned for a person with
-- an average number of brews, the same statement reads and sorts all of them: 60 ms at 60,000 brews on the embedded engine,
-- where everybody else waits for it. The estimate of 20 rows has joins look each of them up instead of reading whole tables.
create function newest_brews(
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
    and (created_at, id) < (before_at, before_id)
  order by created_at desc, id desc
  limit most
$$;
