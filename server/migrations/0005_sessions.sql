-- A sitting of voir dire. How far its videos are is derived in the view session_states; only what a person says is kept here.
create table sessions (
  id uuid primary key,
  firm_id uuid not null references firms (id) on delete cascade,
  case_id uuid not null references cases (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  type text not null check (type in
    ('jury_voir_dire', 'individual_voir_dire', 'mock', 'focus_group', 'questionnaire_review', 'strike_conference')),
  date date,
  -- Of the courthouse clock, without a zone.
  start_time text check (start_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  end_time text check (end_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  panel_name text not null default '' check (length(panel_name) <= 120),
  venire_size integer check (venire_size between 1 and 2000),
  seating_layout jsonb not null,
  transcript_source text not null default 'ai' check (transcript_source in ('ai', 'court_reporter', 'imported')),
  checklist jsonb not null,
  notes text not null default '' check (length(notes) <= 10000),
  review text not null default 'none' check (review in ('none', 'in_review', 'reviewed')),
  locked_at timestamptz(3),
  locked_by uuid references users (id),
  created_by uuid not null references users (id),
  created_at timestamptz(3) not null default now(),
  updated_by uuid not null references users (id),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  deleted_at timestamptz(3),
  deleted_by uuid references users (id)
);
create index sessions_of_case on sessions (case_id, id) where deleted_at is null;

-- The videos of a session on one clock: each starts offset_ms after the session's zero.
create table session_videos (
  video_id uuid primary key references videos (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  position integer not null check (position >= 0),
  offset_ms bigint not null default 0 check (offset_ms >= 0),
  camera text not null default '' check (length(camera) <= 60)
);
create index session_videos_in_order on session_videos (session_id, position, video_id);

create view session_states as
select
  sessions.id as session_id,
  counts.total,
  counts.uploading,
  counts.processing,
  counts.completed,
  counts.failed,
  case
    when sessions.locked_at is not null then 'locked'
    when counts.uploading > 0 then 'uploading'
    when counts.processing > 0 then 'processing'
    when sessions.review = 'reviewed' then 'reviewed'
    when sessions.review = 'in_review' then 'in_review'
    when counts.completed > 0 then 'ready_for_review'
    -- What failed waits to be tried again: the session is neither planned nor ready.
    when counts.failed > 0 then 'processing'
    else 'scheduled'
  end as status
from sessions
cross join lateral (
  select
    count(*)::int as total,
    (count(*) filter (where video_states.status = 'uploading'))::int as uploading,
    (count(*) filter (where video_states.status = 'processing'))::int as processing,
    (count(*) filter (where video_states.status = 'completed'))::int as completed,
    (count(*) filter (where video_states.status = 'failed'))::int as failed
  from session_videos
  join videos on videos.id = session_videos.video_id and videos.deleted_at is null
  join video_states on video_states.video_id = videos.id
  where session_videos.session_id = sessions.id
) counts;
