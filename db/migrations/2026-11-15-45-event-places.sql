-- Where an event happened (in a widget, on a page of ours, at the code on a bag) and with which grinder of the catalog.
-- What is there already came from widgets, and from pages where a page was viewed.
alter table events
  add column place text not null default 'widget' check (place in ('widget', 'page', 'bag')),
  add column grinder_id integer,
  drop constraint events_kind_check,
  add constraint events_kind_check
    check (kind in ('IMPRESSION', 'CLICK', 'METHOD_SWITCH', 'GRINDER_CHOICE', 'PAGE_VIEW', 'SCAN'));
update events set place = 'page' where kind = 'PAGE_VIEW';
alter table events alter column place drop default;

alter table event_days add column place text not null default 'widget';
update event_days set place = 'page' where kind = 'PAGE_VIEW';
alter table event_days
  alter column place drop default,
  drop constraint event_days_roaster_id_day_kind_coffee_id_method_host_key,
  add constraint event_days_key
    unique nulls not distinct (roaster_id, day, kind, place, coffee_id, method, host);

-- By grinder apart, for beside hosts, coffees and methods there would be a row for nearly every event.
create table event_grinder_days (
  roaster_id integer not null references roasters on delete cascade,
  day date not null,
  kind text not null,
  grinder_id integer not null,
  events integer not null,
  primary key (roaster_id, day, kind, grinder_id)
);
