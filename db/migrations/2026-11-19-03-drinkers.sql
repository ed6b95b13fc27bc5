-- The people of a household whom an account brews for, besides the person whose account it is. That
-- person is the first drinker, has the number 0 and no row here: their palate is in palates.
create table drinkers (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  colour text,
  -- The same nine numbers as a row of palates. Null until any taste is set.
  palate jsonb,
  created_at timestamptz not null
);
create unique index drinkers_name on drinkers (user_id, name);

-- Who drank a brew. Null is the person whose account it is, empty somebody without a name. No foreign
-- key: the brews of a drinker who was removed stay apart from those of the others.
alter table brew_logs add column drinker_ids integer[];
-- What each of several said of it. Then rating and feedback of the brew are what was said for all,
-- which is nobody's own. Null if one person drank it.
alter table brew_logs add column cups jsonb;
alter table brew_logs add constraint brew_logs_cups_check check (cups is null or drinker_ids is not null);
