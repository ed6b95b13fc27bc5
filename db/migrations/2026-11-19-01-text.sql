-- The extensions we need, and how text is prepared for being searched, sorted and compared.

-- Email addresses that compare without regard to case.
create extension if not exists citext;
-- Points in taste space, and the nearest of them.
create extension if not exists cube;
-- Similar spellings.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Lower case, without accents. unaccent(text) is only "stable" because it looks up its dictionary;
-- with the dictionary named, the result may be indexed.
create function fold(words text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, words));

-- Compatibility characters as ordinary ones (½ becomes 1⁄2), without combining marks and invisible
-- characters.
create function plainly(words text) returns text
  language sql immutable strict parallel safe
  return normalize(
    regexp_replace(
      normalize(words, NFKD),
      '[\u0300-\u036f\u00ad\u200c-\u200f\u2060\ufe00-\ufe0f\ufeff]',
      '',
      'g'
    ),
    NFC
  );

-- Every character that is neither a letter nor a digit in any script becomes a space; apostrophes
-- vanish. PostgreSQL's own classes depend on the locale of the database, so the ranges are spelt
-- out. core/names.ts splits names in the same way.
create function parted(words text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(
    translate(words, E'''`’', ''),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02eb\u02ed'
    || '\u02ef-\u02ff\u0375\u03f6\u0482\u055a-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3-\u060f'
    || '\u061b-\u061f\u066a-\u066d\u06d4\u06dd-\u06de\u06e9\u06fd-\u06fe\u0700-\u070f\u07f6-\u07f9'
    || '\u07fe-\u07ff\u0830-\u083e\u085e\u0888\u0890-\u0891\u08e2\u0964-\u0965\u0970\u09f2-\u09fb\u09fd'
    || '\u0a76\u0af0-\u0af1\u0b70\u0b72-\u0b77\u0bf0-\u0bfa\u0c77-\u0c7f\u0c84\u0d4f\u0d58-\u0d5e'
    || '\u0d70-\u0d79\u0df4\u0e3f\u0e4f\u0e5a-\u0e5b\u0f01-\u0f17\u0f1a-\u0f1f\u0f2a-\u0f34\u0f36\u0f38'
    || '\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fda\u104a-\u104f\u109e-\u109f\u10fb\u1360-\u137c'
    || '\u1390-\u1399\u1400\u166d-\u166e\u1680\u169b-\u169c\u16eb-\u16f0\u1735-\u1736\u17d4-\u17d6'
    || '\u17d8-\u17db\u17f0-\u180a\u180e\u1940-\u1945\u19da-\u19ff\u1a1e-\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad'
    || '\u1b4e-\u1b4f\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e-\u1c7f\u1cc0-\u1cc7\u1cd3'
    || '\u200b-\u20c1\u2104-\u212e\u213a-\u214d\u214f-\u2182\u2185-\u2bff\u2ce5-\u2cea\u2cf9-\u2cff\u2d70'
    || '\u2e00-\u2e2e\u2e30-\u3004\u3007-\u3029\u3030\u3037\u303d-\u303f\u30a0\u30fb\u3190-\u3191'
    || '\u31c0-\u31ef\u3248-\u327f\u4dc0-\u4dff\ua490-\ua4c6\ua4fe-\ua4ff\ua60d-\ua60f\ua673\ua67e'
    || '\ua6e6-\ua6ef\ua6f2-\ua716\ua720-\ua721\ua789-\ua78a\ua828-\ua82b\ua830-\ua839\ua874-\ua877'
    || '\ua8ce-\ua8cf\ua8f8-\ua8fa\ua8fc\ua92e-\ua92f\ua95f\ua9c1-\ua9cd\ua9de-\ua9df\uaa5c-\uaa5f'
    || '\uaa77-\uaa79\uaade-\uaadf\uaaf0-\uaaf1\uab5b\uab6a-\uab6b\uabeb\ufbb2-\ufdff\ufe45-\ufe46'
    || '\ufeff-\ufffd\U0001f000-\U0001fbff\U000e0001-\U000e007f]',
    ' ',
    'g'
  );

-- What a coffee is searched by: its folded words, with a space before and after each. Plain ASCII,
-- which nearly every name is, takes a shorter way to the same result: signs become spaces, but the
-- last two, the apostrophe and the backtick, vanish.
create function search_text_of(name text, roaster_name text, origin text) returns text
  language sql immutable parallel safe
  return ' ' || case
    when octet_length(concat_ws(' ', name, roaster_name, origin)) = length(concat_ws(' ', name, roaster_name, origin)) then
      translate(
        public.fold(concat_ws(' ', name, roaster_name, origin)),
        E'!"#$%&()*+,-./:;<=>?@[\\]^_{|}~\t\r\n''`',
        repeat(' ', 33)
      )
    else
      -- Greek writes sigma differently at the end of a word.
      translate(public.fold(public.parted(public.plainly(concat_ws(' ', name, roaster_name, origin)))), 'ς', 'σ')
  end || ' ';
