-- What is one mailbox, said once: mails to it are counted together, and what it declined is declined.
-- ann+1@people.example and ann+2@people.example are one.
create function mailbox_of(address text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(lower(address), '\+[^@]*@', '@');

create or replace function may_mail(mailbox text, template text, at timestamptz) returns boolean language sql as $$
  select allowed
  from count_hit(
    'mail ' || template,
    encode(sha256(convert_to(mailbox_of(mailbox), 'UTF8')), 'hex'),
    5, interval '1 hour', at
  )
$$;
