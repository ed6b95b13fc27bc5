-- How a machine works (core/equipment/drive.ts): who heats its water, what moves it, the water below a moka pot's valve,
-- whether it has a lid, and its own filter. Null where that is not known, or is as usual for its method.
alter table machines
  add column heat text check (heat in ('kettle', 'settable', 'fixed')),
  add column drive text,
  add column valve_grams double precision,
  add column has_lid boolean,
  add column filter_type text check (filter_type in ('paper', 'metal', 'cloth'));

-- What shipped is compared with the row, which has these columns now: without them no machine would follow what ships next.
update machines
set shipped = shipped || '{"heat": null, "drive": null, "valve_grams": null, "has_lid": null, "filter_type": null}'
where shipped is not null;
