-- Stars of techniques are counted as votes are: a list of all techniques shows both.
alter table technique_counts
  add column rating_sum integer not null default 0,
  add column rating_count integer not null default 0,
  alter column upvotes set default 0,
  alter column downvotes set default 0;

insert into technique_counts as counted (technique, rating_sum, rating_count)
select technique, sum(rating), count(*)
from technique_ratings
group by technique
on conflict (technique) do update
set rating_sum = excluded.rating_sum,
    rating_count = excluded.rating_count;

create function count_technique_rating() returns trigger language plpgsql as $$
begin
  insert into technique_counts as counted (technique, rating_sum, rating_count)
  values (
    coalesce(new.technique, old.technique),
    coalesce(new.rating, 0) - coalesce(old.rating, 0),
    one_if(new.rating is not null) - one_if(old.rating is not null)
  )
  on conflict (technique) do update
  set rating_sum = counted.rating_sum + excluded.rating_sum,
      rating_count = counted.rating_count + excluded.rating_count;
  return null;
end $$;
create trigger count_technique_rating after insert or delete or update of rating on technique_ratings
  for each row execute function count_technique_rating();
