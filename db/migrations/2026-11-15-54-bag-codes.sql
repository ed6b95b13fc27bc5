-- What the code on a bag says: ten of 32 signs that nobody mistakes for another (no i, l, o, 1), so that none is guessed.
-- A coffee keeps it for good: what is printed still works when its slug is another.
create function new_bag_code() returns text language sql volatile as $$
  select string_agg(substr('023456789abcdefghjkmnpqrstuvwxyz', (get_byte(random, at) & 31) + 1, 1), '')
  from (select uuid_send(gen_random_uuid()) as random) drawn,
       -- The bytes of it that are all chance.
       unnest(array[0, 1, 2, 3, 4, 5, 7, 9, 10, 11]) at
$$;
alter table coffees add column bag_code text not null default new_bag_code();
create unique index coffees_bag_code on coffees (bag_code);
