-- Which shipped catalog this database was last brought up to: comparing its hundreds of rows at every start takes a
-- third of a second. Unlogged: after a crash they are compared once more.
create unlogged table catalog_seeded (
  digest text primary key
);
