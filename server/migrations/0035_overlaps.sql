-- Where in a turn several speak at once, and how long: marked, and in nobody's seconds. Turns of analyses made before
-- this hold none until they are analysed anew.
alter table transcript_turns add column overlap_spans jsonb not null default '[]';
alter table transcript_turns add column overlap_ms bigint not null default 0;
