-- Pictures that roasters upload, re-encoded, in up to three sizes: of a coffee, or the roaster's own logo. A row has one
-- owner; once it has none it goes, and the bytes with it, wherever they lie.
create table pictures (
  -- What the bytes are stored under, given once.
  key text primary key,
  -- Of what is in it: part of the address, so that what is at an address never changes.
  hash text not null,
  sizes jsonb not null,
  coffee_id int unique references coffees on delete set null,
  logo_roaster_id int unique references roasters on delete set null,
  -- Whether all of it is there and somebody had it; what is not stays so long only while it is uploaded.
  is_whole boolean not null default false,
  created_at timestamptz not null,
  check (coffee_id is null or logo_roaster_id is null)
);
create index pictures_hash on pictures (hash);
create index pictures_unowned on pictures (created_at) where coffee_id is null and logo_roaster_id is null;

-- The bytes, where no folder or other storage is configured.
create table picture_files (
  key text not null references pictures on delete cascade,
  width int not null,
  bytes bytea not null,
  primary key (key, width)
);
-- They are compressed already.
alter table picture_files alter column bytes set storage external;
