-- A table with any trigger before an update makes PostgreSQL reckon all its generated columns anew at every update, also of
-- a counter: that was half of what one more recipe of a coffee cost. So what searches go by is written before a coffee is
-- added, and after its name, origin or roaster changed.
create function known_origin(origin text) returns integer language plpgsql as $$
declare
  folded text := fold(origin);
  known integer := (select min(id) from coffee_origins where coffee_origins.origin = folded);
begin
  if known is null and folded is not null then
    insert into coffee_origins (origin) values (folded) returning id into known;
  end if;
  return known;
end $$;

create or replace function note_origin() returns trigger language plpgsql as $$
begin
  new.origin_id := known_origin(new.origin);
  return new;
end $$;

create function note_words(search_text text, folded_name text) returns void language plpgsql as $$
declare
  used text[] := array(
    select distinct one
    from unnest(string_to_array(search_text, ' ')) one
    where one !~ '^[0-9]*$'
  );
begin
  insert into coffee_words (word)
  select one
  from unnest(used) one
  where not exists (select from coffee_words known where known.word = one);
  insert into coffee_first_names (word, name)
  select one, folded_name
  from unnest(used) one
  where not exists (select from coffee_first_names known where known.word = one and known.name <= folded_name);
end $$;

create or replace function write_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := search_text_of(new.name, (select name from roasters where id = new.roaster_id), new.origin);
  perform note_words(new.search_text, fold(new.name));
  return new;
end $$;

create function rewrite_search_text() returns trigger language plpgsql as $$
declare
  written text := search_text_of(new.name, (select name from roasters where id = new.roaster_id), new.origin);
  known integer := known_origin(new.origin);
begin
  perform note_words(written, fold(new.name));
  update coffees
  set search_text = written,
      origin_id = known
  where id = new.id
    and (search_text <> written or origin_id is distinct from known);
  return null;
end $$;

drop trigger note_origin on coffees;
create trigger note_origin before insert on coffees
  for each row execute function note_origin();
drop trigger write_search_text on coffees;
create trigger write_search_text before insert on coffees
  for each row execute function write_search_text();
create trigger rewrite_search_text after update of name, origin, roaster_id on coffees
  for each row execute function rewrite_search_text();
