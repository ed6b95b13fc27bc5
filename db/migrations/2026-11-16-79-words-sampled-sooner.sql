-- Words that ten of the sample have, some seven hundred of 100,000 have: more than are gathered (MOST_GATHERED in coffee-search.ts).
-- To count up to there what two thousand might have took three times as long as all else that is found out of words.
do $$
begin
  execute replace(
    replace(
      pg_get_functiondef('coffee_spellings(text[])'::regprocedure),
      'greatest(25, 3000000 / coffees_made)',
      'greatest(10, 1000000 / coffees_made)'
    ),
    'by a sample of 1,500, two thousand have; at least 25 of those have it',
    'by a sample of 1,500, seven hundred of 100,000 have; at least 10 of those have it'
  );
end $$;
