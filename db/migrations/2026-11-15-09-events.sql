-- What happens to a roaster's pages and widgets. Coffees and recipes are named without a reference: what was seen
-- stays seen when they go. Nothing here tells who it was.
create table events (
  at timestamptz not null,
  kind text not null check (kind in ('IMPRESSION', 'CLICK', 'METHOD_SWITCH', 'PAGE_VIEW')),
  roaster_id integer not null references roasters on delete cascade,
  coffee_id integer,
  recipe_id integer,
  method text,
  -- The page it happened on, without query and fragment, and that page's host.
  source text,
  host text
) partition by range (at);
create index events_of_roaster on events (roaster_id, at);

-- Where an event goes whose month has no partition yet, so that none is ever refused.
create table events_default partition of events default;

-- Makes the partition of the month of `around` and of the two months after it; rows that wait in the default
-- partition move in.
create function make_event_partitions(around timestamptz) returns void language plpgsql as $$
declare
  month timestamptz;
  partition text;
begin
  -- Two sweeps at once take turns; writers go on.
  lock table events in share update exclusive mode;
  for step in 0..2 loop
    month := (date_trunc('month', around at time zone 'UTC') + step * interval '1 month') at time zone 'UTC';
    partition := 'events_' || to_char(month at time zone 'UTC', 'YYYY_MM');
    continue when to_regclass(partition) is not null;
    execute format('create table %I (like events including defaults including constraints)', partition);
    execute format(
      'with waiting as (delete from events_default where at >= %L and at < %L returning *)
       insert into %I select * from waiting',
      month, month + interval '1 month', partition
    );
    execute format(
      'alter table events attach partition %I for values from (%L) to (%L)',
      partition, month, month + interval '1 month'
    );
  end loop;
end $$;
select make_event_partitions(now());

-- Roll-ups, kept by the statement that writes the events, so that a year reads as fast as a week and never lags.
-- By UTC day, with everything one may ask for …
create table event_days (
  roaster_id integer not null references roasters on delete cascade,
  day date not null,
  kind text not null,
  coffee_id integer,
  method text,
  host text,
  events integer not null,
  unique nulls not distinct (roaster_id, day, kind, coffee_id, method, host)
);
-- … and by quarter of an hour, the widest step that fits every time zone's midnight.
create table event_quarters (
  roaster_id integer not null references roasters on delete cascade,
  quarter timestamptz not null,
  kind text not null,
  events integer not null,
  primary key (roaster_id, quarter, kind)
);

-- Who came today: a hash of address and browser, salted. The salt is thrown away when its day is over, and of the
-- hashes their number is kept. Unlogged, because a salt in the log or in a backup would not be thrown away.
create unlogged table visitor_salts (
  day date primary key,
  salt text not null
);
create table event_visitors (
  roaster_id integer not null references roasters on delete cascade,
  day date not null,
  visitor text not null,
  primary key (roaster_id, day, visitor)
);
create table event_visitor_days (
  roaster_id integer not null references roasters on delete cascade,
  day date not null,
  visitors integer not null,
  primary key (roaster_id, day)
);
