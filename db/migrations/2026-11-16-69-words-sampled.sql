-- Whether many coffees have the words is seen in some fifteen hundred of them from all over the table, and no longer in the
-- newest: what somebody brings in at once, all of one kind, is the newest, and was taken for a part of everything.
create function many_have(marks bigint, words tsquery, enough integer, of_coffees integer) returns boolean
  language plpgsql stable
as $$
begin
  return (
    select count(*) = enough
    from (
      select
      from coffees tablesample system (least(100, 150000.0 / of_coffees)) repeatable (0)
      where word_marks & marks = marks
        and ts_match_vq(search_words, words)
      limit enough
    ) found
  );
end $$;

do $$
begin
  execute replace(
    replace(
      pg_get_functiondef('coffee_spellings(text[])'::regprocedure),
      'newest_have(marked_all, spelt_all, greatest(25, 3000000 / coffees_made))',
      'many_have(marked_all, spelt_all, greatest(25, 3000000 / coffees_made), coffees_made)'
    ),
    'if all were like the newest 1,500, two thousand would have; at least 25 of those have it',
    'by a sample of 1,500, two thousand have; at least 25 of those have it'
  );
end $$;
drop function newest_have(bigint, tsquery, integer);
