-- What visitors do on a roaster's pages and widgets. Nothing in here says who they were.

-- Coffees and recipes are not foreign keys: an event stays when they are deleted.
create table events (
  at timestamptz not null,
  kind text not null check (kind in ('IMPRESSION', 'CLICK', 'METHOD_SWITCH', 'GRINDER_CHOICE', 'PAGE_VIEW', 'SCAN')),
  roaster_id integer not null references roasters on delete cascade,
  coffee_id integer,
  recipe_id integer,
  method text,
  -- The page that it happened on, without query and fragment, and its host.
  source text,
  host text,
  -- In a widget, on a page of ours, or at the code on a bag.
  place text not null check (place in ('widget', 'page', 'bag')),
  grinder_id integer
) partition by range (at);
create index events_of_roaster on events (roaster_id, at);

-- Takes events whose month has no partition yet, so that none is refused.
create table events_default partition of events default;

-- Creates the partitions of a month and of the two after it, and moves rows in from the default
-- partition.
create function make_event_partitions(around timestamptz) returns void language plpgsql as $$
declare
  month timestamptz;
  partition text;
begin
  -- Two sweeps take turns; writers do not wait.
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

-- Sums, kept by the statement that writes the events (adapters/postgres/events), so that a year is
-- read as fast as a week. By UTC day, with everything a roaster can filter by …
create table event_days (
  roaster_id integer not null references roasters on delete cascade,
  day date not null,
  kind text not null,
  coffee_id integer,
  method text,
  host text,
  events integer not null,
  place text not null,
  constraint event_days_key unique nulls not distinct (roaster_id, day, kind, place, coffee_id, method, host)
);

-- … by quarter of an hour, because every time zone's midnight is at the start of one …
create table event_quarters (
  roaster_id integer not null references roasters on delete cascade,
  quarter timestamptz not null,
  kind text not null,
  events integer not null,
  primary key (roaster_id, quarter, kind)
);

-- … and by grinder, in a table of its own: beside hosts, coffees and methods it would need a row for
-- nearly every event.
create table event_grinder_days (
  roaster_id integer not null references roasters on delete cascade,
  day date not null,
  kind text not null,
  grinder_id integer not null,
  events integer not null,
  primary key (roaster_id, day, kind, grinder_id)
);

-- Today's visitors: a salted hash of address and browser. When a day is over, its salt is deleted and
-- only the number of hashes is kept. Salts are unlogged, because one in the write-ahead log or in a
-- backup would not be deleted.
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
