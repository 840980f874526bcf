create extension if not exists unaccent with schema public;

-- Words as they were said, without case and accents. No stemming and no stop words: "could be fair" and "couldn't be
-- fair" must stay apart, and "not" is a word that lawyers look for.
create text search configuration public.venire (copy = pg_catalog.simple);
alter text search configuration public.venire
  alter mapping for asciiword, word, numword, asciihword, hword, numhword, hword_asciipart, hword_part, hword_numpart
  with public.unaccent, pg_catalog.simple;

alter table transcript_turns add column search tsvector
  generated always as (to_tsvector('public.venire', text)) stored;
-- Without a list of pending entries: nobody would merge it in the embedded database, and every search reads it whole.
create index transcript_turns_search on transcript_turns using gin (search) with (fastupdate = off);
create index transcript_turns_of_juror on transcript_turns (juror_number, video_id) where juror_number is not null;

alter table findings add column search tsvector generated always as (
  to_tsvector('public.venire', coalesce(body ->> 'quote', '') || ' ' || coalesce(body ->> 'question', '') || ' '
    || coalesce(body ->> 'why', '') || ' ' || replace(coalesce(body ->> 'sub', ''), '_', ' '))) stored;
create index findings_search on findings using gin (search) with (fastupdate = off);
alter table findings add column juror_number text generated always as (body ->> 'jurorNumber') stored;
create index findings_of_juror on findings (juror_number, video_id) where juror_number is not null;

-- What a juror said of themselves, with and without the name: in a case with an anonymous jury the name finds nothing.
-- Notes, ratings and questions to ask are work product and stay out.
alter table jurors add column search tsvector generated always as (
  to_tsvector('public.venire', 'juror ' || juror_number || ' ' || occupation || ' ' || employer || ' ' || education || ' '
    || household_note || ' ' || prior_jury || ' ' || county)
  || to_tsvector('public.venire', tags) || to_tsvector('public.venire', questionnaire)) stored;
alter table jurors add column search_named tsvector generated always as (
  to_tsvector('public.venire', 'juror ' || juror_number || ' ' || occupation || ' ' || employer || ' ' || education || ' '
    || household_note || ' ' || prior_jury || ' ' || county || ' ' || coalesce(display_name, ''))
  || to_tsvector('public.venire', tags) || to_tsvector('public.venire', questionnaire)) stored;
create index jurors_search on jurors using gin (search_named) with (fastupdate = off);
