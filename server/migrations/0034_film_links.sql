-- The timecodes of a document may open a film by its share link. Which film stays known; the link's token is here only
-- while the file is made, sealed as a password is.
alter table exports
  add column film_id uuid references exports (id) on delete set null,
  add column sealed_link text,
  add check (sealed_link is null or status in ('queued', 'running'));
