-- A planner without figures, and the embedded engine never has any, walked all words of the catalog for each word that
-- was searched for: one search held the service for as long as strangers had filled the catalog with words.
alter function coffee_spellings(text[]) set enable_mergejoin = off;
alter function coffee_spellings(text[]) set enable_hashjoin = off;

-- What waits to be sorted into these is read by every search, up to 4 MB of it, and sorted in by whoever comes last.
alter index coffee_words_search set (fastupdate = off);
alter index coffees_search set (fastupdate = off);
alter index roasters_search set (fastupdate = off);
reindex index coffee_words_search;
reindex index coffees_search;
reindex index roasters_search;
