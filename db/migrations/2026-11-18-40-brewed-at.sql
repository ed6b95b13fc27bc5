-- When a cup was brewed, which is not always when it was logged. Lists, streaks and weeks follow it, and so do their indexes.
alter table brew_logs add column brewed_at timestamptz;
update brew_logs set brewed_at = created_at;
alter table brew_logs alter column brewed_at set not null;

drop index brew_logs_newest;
create index brew_logs_newest on brew_logs (user_id, brewed_at desc, id desc);
drop index brew_logs_of_coffee;
create index brew_logs_of_coffee on brew_logs (user_id, coffee_profile_id, method, brewed_at desc, id desc);
