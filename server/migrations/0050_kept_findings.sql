-- A finding that a person keeps as an annotation. The finding's id stays after a new analysis has replaced it.
alter table annotations
  add column is_ai_generated boolean not null default false,
  add column finding_id uuid,
  add constraint annotations_kept_finding check (finding_id is null or is_ai_generated);
create unique index annotations_of_finding on annotations (video_id, finding_id) where finding_id is not null;
