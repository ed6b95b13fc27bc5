-- The id of a described grinder before it came into the catalog. Links of its owner, and brews that
-- wait on a phone without a connection, still name it.
alter table user_grinders add column was integer references grinders on delete set null;
