-- Which coffee a bean of another app became, so that the same file twice adds nothing twice and a later file with
-- brews alone finds their coffees.
create table imported_beans (
  user_id integer not null references users on delete cascade,
  import_key text not null,
  coffee_profile_id integer not null references coffees on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, import_key)
);
create index imported_beans_coffee on imported_beans (coffee_profile_id);
