-- What every coffee of an origin has among its marks, for its search_text ends with the origin: by these, trending coffees of an
-- origin are told from others without being read.
alter table coffee_origins
  add column word_marks bigint not null generated always as (marks_of_words(search_text_of(null, null, origin))) stored;
