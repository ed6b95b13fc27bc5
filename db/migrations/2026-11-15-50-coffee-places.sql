-- In which order a roaster shows its coffees: those that were never placed follow the others, by name. And where one is sold.
alter table coffees add column place int not null default 1000000 check (place between 1 and 1000000);
alter table coffees add column buy_url text;
create index coffees_in_place on coffees (roaster_id, (lpad(place::text, 7, '0') || fold(name)), id);
