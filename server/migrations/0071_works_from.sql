-- The oldest schema whose processes still work with this database is the latest name in this column. A migration that
-- older processes can't work with names it in a comment of its own line, "works from: NAME".
alter table schema_migrations add column if not exists works_from text;
