-- ann+1@people.example and ann+2@people.example are one mailbox: what strangers send to it counts together.
create or replace function may_mail(mailbox text, template text, at timestamptz) returns boolean language sql as $$
  select allowed
  from count_hit(
    'mail ' || template,
    encode(sha256(convert_to(regexp_replace(lower(mailbox), '\+[^@]*@', '@'), 'UTF8')), 'hex'),
    5, interval '1 hour', at
  )
$$;
