-- What an owner once said of a grinder that is in the catalog now. Their export has it, and an
-- import on a service that lacks the grinder describes it again.
alter table user_grinders add column description jsonb;
