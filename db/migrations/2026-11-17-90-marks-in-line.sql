-- Without a word it gives nothing by itself, as all that it is made of does. Said to be strict it was called for each word like a
-- query of its own, ten times as long as it takes where it is read in line.
alter function marks_of_word(text) called on null input;
