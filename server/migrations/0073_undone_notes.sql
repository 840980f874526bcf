-- The author of a courtroom note can undo it. `added_tag` is true if the note put the tag on the juror.
alter table live_notes add column added_tag boolean not null default false;
