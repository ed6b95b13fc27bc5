-- A number holds 2^-1074 to 2^1023, so that an account with a brew of 1995 was refused, and every vote would have been from
-- August 2039 on. Beyond 1,000 weeks a weight grows and shrinks no more; what was stored stays right.
create or replace function trend_weight(at timestamptz) returns double precision
  language sql stable parallel safe
  return case
    when at is null then 0
    else power(2, least(1000, greatest(-1000, extract(epoch from at - timestamptz '2020-01-01Z')::float8 / 604800)))
  end;
