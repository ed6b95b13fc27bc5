-- Grinders that their owners described, because we do not know them. They are rows of grinders, so
-- that everything which names a grinder can name them, too. For others they have no name: slug,
-- brand and model are those of any described grinder, and what the owner wrote is in own_record
-- and description, which go with the account.
alter table grinders
  add column is_described boolean not null default false,
  add column owner_id integer references users on delete set null,
  add column own_record jsonb,
  add column description jsonb,
  -- An admin does not want to see it among the proposals again.
  add column is_rejected boolean not null default false,
  add constraint grinders_described check (is_described or (owner_id is null and own_record is null and description is null));
-- Read with every request of somebody who has described one.
create index grinders_owner on grinders (owner_id) where owner_id is not null;

create function forget_described_grinder() returns trigger
language plpgsql as $$
begin
  new.own_record := null;
  new.description := null;
  return new;
end
$$;
-- The account is gone. Recipes that others may still read keep the row, without what it said.
create trigger forget_described_grinder
before update of owner_id on grinders
for each row when (new.owner_id is null and new.is_described)
execute function forget_described_grinder();
