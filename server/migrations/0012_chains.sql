-- A concern, the questions that probed it, how it ended and what the court ruled, as the engine found them.
alter table analyses add column chains jsonb not null default '[]';
