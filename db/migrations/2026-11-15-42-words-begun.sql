-- The words of the catalog that begin with a word, as a tsquery: the index crosses the lists of whole words far sooner
-- than what begins with something, which it gathers first. Of many, or where numbers may follow (coffee_words has none),
-- the beginning itself.
drop index coffee_words_word;
create index coffee_words_word on coffee_words (word text_pattern_ops);

create function words_begun(given text) returns text language plpgsql stable as $$
declare
  begun text[] := array(
    select word
    from coffee_words
    where word ~>=~ given
      and word ~<~ (given || chr(1114111))
    limit 9
  );
begin
  return case
    when given ~ '^[0-9]*$' or cardinality(begun) not between 1 and 8 then quote_literal(given) || ':*'
    else (select string_agg(quote_literal(one), ' | ') from unnest(begun) one)
  end;
end $$;
