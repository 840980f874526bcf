-- Whether the stored original of a video is still what was received, and who decided to go on if it isn't.
create table media_checks (
  video_id uuid primary key references videos on delete cascade,
  integrity text not null check (integrity in ('ok', 'changed')),
  checked_at timestamptz(3) not null,
  -- Null if the file is missing.
  found_sha256 text,
  decided_at timestamptz(3),
  decided_by uuid,
  reason text
);
create index media_checks_by_time on media_checks (checked_at);
-- Originals are hashed as they are received.
insert into media_checks (video_id, integrity, checked_at, found_sha256)
  select id, 'ok', received_at, sha256 from videos where received_at is not null and sha256 is not null;
