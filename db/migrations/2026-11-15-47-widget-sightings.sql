-- Where a roaster's widget was loaded and where it was refused, for the roaster to see that it works. Of a host the last
-- time only, and of few hosts: anybody can make up the name of one. Forgotten after some weeks.
create table widget_sightings (
  roaster_id integer not null references roasters on delete cascade,
  outcome text not null check (outcome in ('loaded', 'refused')),
  host text not null,
  at timestamptz not null,
  primary key (roaster_id, outcome, host)
);
create index widget_sightings_at on widget_sightings (at);
