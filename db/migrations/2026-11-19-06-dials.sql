-- Where somebody said a dial is, and when. A brew since then counts for more, so nothing else of
-- where a dial is is stored.
alter table user_grinders add column said_setting double precision;
alter table user_grinders add column said_at timestamptz;
alter table user_grinders add constraint user_grinders_said_check check ((said_setting is null) = (said_at is null));
-- When the burrs were last changed or cleaned: a calibration from before may no longer be right.
alter table user_grinders add column burrs_changed_on date;

-- The last brew on each grinder, for where its dial is: without it, a grinder that was not used in
-- 100,000 brews is looked for in all of them.
create index brew_logs_on_grinder on brew_logs (user_id, grinder_id, brewed_at desc, id desc)
  where grinder_id is not null and grind_setting is not null;
