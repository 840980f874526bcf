-- What a highlight says: its words and the question before them, what it is called, why it was found, and its tags.
alter table highlights add column search tsvector generated always as (
  to_tsvector('public.venire', quote || ' ' || question || ' ' || replace(type, '_', ' ') || ' ' || replace(sub, '_', ' ')
    || ' ' || coalesce(facts ->> 'why', ''))
  || to_tsvector('public.venire', tags)) stored;
create index highlights_search on highlights using gin (search) with (fastupdate = off);
create index highlights_of_juror on highlights (juror_number, video_id) where juror_number is not null;

-- What people wrote about it.
alter table highlight_comments add column search tsvector generated always as (to_tsvector('public.venire', text)) stored;
create index highlight_comments_search on highlight_comments using gin (search) with (fastupdate = off);
