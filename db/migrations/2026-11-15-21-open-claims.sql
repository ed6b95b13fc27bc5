-- Several people may claim a roaster: a stranger's claim must not block the true owner's. One open claim a person stays.
drop index roaster_claims_open;
create index roaster_claims_roaster on roaster_claims (roaster_id);
