-- The archived case that a video was uploaded to. Until the video joins a case, administrators outside that case must
-- not see it.
alter table videos add column kept_out_of uuid references cases (id) on delete set null;

update videos set kept_out_of = cases.id
from audit_events
join cases on cases.id::text = audit_events.details::jsonb ->> 'keptOutOfCase'
where audit_events.action = 'video.uploaded' and audit_events.entity_id = videos.id::text and videos.case_id is null;
