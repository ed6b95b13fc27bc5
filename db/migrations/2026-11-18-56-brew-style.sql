-- The way a cup was brewed (core/adaptation/styles.ts), such as iced or inverted. Null where none was named: then it was
-- brewed in the usual way of its method.
alter table brew_logs add column style text;
