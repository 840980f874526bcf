-- An archive waits until whoever sent it has said which member each person in it is.
alter table case_imports drop constraint case_imports_status_check;
alter table case_imports add constraint case_imports_status_check
  check (status in ('waiting', 'running', 'review', 'done', 'failed'));
-- What was found in the archive: its title, whose key signed it, and its people.
alter table case_imports add column found jsonb;
-- Who the importer said each person is: [{id, userId}]. Null until then.
alter table case_imports add column matches jsonb;
