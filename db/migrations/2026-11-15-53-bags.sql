-- Bags of coffee that people brought from elsewhere. What stands on one is its owner's alone: the catalog has nothing of it
-- until they share it. The coffee is the one of the catalog that the bag certainly is.
create table bags (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  import_key text not null,
  coffee_profile_id integer references coffees on delete set null,
  name text not null,
  roaster_name text,
  roast_level text check (roast_level in ('LIGHT', 'MEDIUM_LIGHT', 'MEDIUM', 'MEDIUM_DARK', 'DARK')),
  coffee_type text check (coffee_type in ('SINGLE_ORIGIN', 'BLEND', 'DECAF')),
  origin text,
  flavor_profile text,
  processing_method text,
  personal_notes text,
  rating integer check (rating between 1 and 5),
  weight_grams double precision,
  roasted_on date,
  frozen_on date,
  thawed_on date,
  is_archived boolean not null default false,
  is_favourite boolean not null default false,
  created_at timestamptz not null,
  unique (user_id, import_key)
);
create index bags_newest on bags (user_id, created_at desc, id desc);
create index bags_coffee on bags (coffee_profile_id);

insert into bags (user_id, import_key, coffee_profile_id, name, roaster_name, created_at)
select imported_beans.user_id, imported_beans.import_key, coffees.id, coffees.name, roasters.name, imported_beans.created_at
from imported_beans
join coffees on coffees.id = imported_beans.coffee_profile_id
join roasters on roasters.id = coffees.roaster_id;
drop table imported_beans;

alter table brew_logs add column bag_id integer references bags on delete set null;
create index brew_logs_bag on brew_logs (bag_id) where bag_id is not null;
