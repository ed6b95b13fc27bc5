-- Counts one more of something (requests to a route, mails to a mailbox) for an address, unless `most` of them already
-- lie within the window. Keeps the instants of the last `most` that were allowed; what is refused is not counted.
create function count_hit(
  what text, whose text, most integer, within interval, at timestamptz,
  out allowed boolean, out oldest timestamptz
) language sql as $$
  insert into rate_limits as seen (route, address, hits, allowed)
  values (what, whose, array[at], true)
  on conflict (route, address) do update
  set (allowed, hits) = (
    select not is_full, case when is_full then seen.hits else (seen.hits || at)[greatest(1, cardinality(seen.hits) + 2 - most):] end
    from (select cardinality(seen.hits) >= most and seen.hits[cardinality(seen.hits) - most + 1] > at - within as is_full) as now
  )
  returning seen.allowed, seen.hits[1]
$$;

-- Mails that strangers can cause: five an hour to a mailbox about one thing. The mailbox is kept as a hash.
create function may_mail(mailbox text, template text, at timestamptz) returns boolean language sql as $$
  select allowed
  from count_hit('mail ' || template, encode(sha256(convert_to(lower(mailbox), 'UTF8')), 'hex'), 5, interval '1 hour', at)
$$;
