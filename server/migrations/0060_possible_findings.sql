-- What only the classifier sees. Apart from findings, so that no list, count, search, or export includes it.
alter table analyses add column possible jsonb not null default '[]';
