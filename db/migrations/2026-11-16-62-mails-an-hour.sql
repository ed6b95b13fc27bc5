-- How many mails of a kind a mailbox gets in an hour is core's to say (core/mailbox.ts); adapters/postgres/outbox.ts counts them.
drop function may_mail(text, text, timestamptz);
