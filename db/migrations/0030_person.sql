-- One palate a person, each dimension from 0 to 1 (core/taste/palate.ts). No row: nothing was ever set.
create table palates (
  user_id integer primary key references users on delete cascade,
  acidity double precision not null check (acidity between 0 and 1),
  body double precision not null check (body between 0 and 1),
  sweetness double precision not null check (sweetness between 0 and 1),
  bitterness double precision not null check (bitterness between 0 and 1),
  complexity double precision not null check (complexity between 0 and 1),
  aftertaste double precision not null check (aftertaste between 0 and 1),
  strength double precision not null check (strength between 0 and 1),
  roast double precision not null check (roast between 0 and 1),
  explorer double precision not null check (explorer between 0 and 1)
);
