-- Voices of a moved video may still be assigned to jurors of the case that it left.
update speaker_assignments set juror_id = null
from jurors, videos
where jurors.id = speaker_assignments.juror_id and videos.id = speaker_assignments.video_id
  and jurors.case_id is distinct from videos.case_id;

update voice_wishes set undo = null
from videos
where videos.id = voice_wishes.video_id and exists (
  select from jsonb_array_elements(undo -> 'assignments') as assigned
  join jurors on jurors.id::text = assigned ->> 'jurorId'
  where jurors.case_id is distinct from videos.case_id);
