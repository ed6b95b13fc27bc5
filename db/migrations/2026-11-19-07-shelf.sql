-- The shelf: what is left of a bag, when it was opened and frozen, its picture, and mails about it.

alter table bags
  -- How much was left at set_at; if that is null, before the first brew. What is left now is this
  -- minus the doses of the brews from the bag since then. It is computed, never stored.
  add column set_grams double precision,
  add column set_at timestamptz,
  add column opened_on date,
  -- Earlier stays in the freezer, [{frozenOn, thawedOn}]. The last one is frozen_on and thawed_on.
  add column frozen_before jsonb,
  add column freezer_note text,
  -- The import_key of the bag that this one is a portion of. A key, so that it moves with the account.
  add column parent_key text,
  -- Since then its owner changes it here, and another import of the same bag leaves it alone.
  add column edited_at timestamptz,
  -- One mail per bag and state.
  add column low_told_at timestamptz,
  add column past_told_at timestamptz;
update bags
set set_grams = weight_grams
where weight_grams is not null;

-- The picture of a bag is its owner's alone: it has no public address.
alter table pictures
  add column bag_id integer unique references bags on delete set null,
  add column is_private boolean not null default false,
  drop constraint pictures_check,
  add constraint pictures_one_owner check (num_nonnulls(coffee_id, logo_roaster_id, bag_id) <= 1);
drop index pictures_unowned;
create index pictures_unowned on pictures (created_at)
  where coffee_id is null and logo_roaster_id is null and bag_id is null;

alter table users
  add column notify_shelf boolean not null default false,
  -- When the shelf was last looked at for mails. Whoever sets it takes the person's turn.
  add column shelf_checked_at timestamptz;
-- The sweep takes those whose turn is longest ago.
create index users_shelf_turn on users (shelf_checked_at nulls first) where notify_shelf;
