-- Restoring a video resumes only an analysis that its deletion ended.
alter table analysis_runs add column ended_by_deletion boolean not null default false;

update analysis_runs set ended_by_deletion = true
where state = 'cancelled' and failure_reason = 'The video was deleted.';
