-- A row exists from the moment an upload begins. What the screens show as status is derived in the view video_states.
create table videos (
  id uuid primary key,
  firm_id uuid not null references firms (id) on delete cascade,
  case_id uuid references cases (id),
  uploaded_by uuid not null references users (id),
  -- The user's own name of the file: data, never part of a path.
  filename text not null check (length(filename) between 1 and 255),
  -- While uploading: what was announced; afterwards: what was received.
  size_bytes bigint not null check (size_bytes >= 0),
  -- Resumable uploads outlive a lost connection and a restart; the others end with their request.
  resumable boolean not null,
  created_at timestamptz(3) not null default now(),
  received_at timestamptz(3),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Found by the media check; null until it has passed.
  container text,
  duration_ms bigint check (duration_ms >= 0),
  width integer,
  height integer,
  codec text,
  frame_rate_numerator integer,
  frame_rate_denominator integer,
  plays_in_browser boolean,
  -- A transcript the user attached; takes precedence over every other source.
  transcript_key text,
  transcript_name text,
  deleted_at timestamptz(3),
  deleted_by uuid references users (id),
  check ((received_at is null) = (sha256 is null)),
  check ((frame_rate_numerator is null) = (frame_rate_denominator is null)),
  check ((transcript_key is null) = (transcript_name is null))
);
create index videos_of_firm on videos (firm_id, id) where deleted_at is null;
create index videos_of_case on videos (case_id, id) where deleted_at is null;
create index videos_by_bytes on videos (firm_id, sha256) where deleted_at is null;
create index videos_unfinished on videos (created_at) where received_at is null;
create index videos_deleted on videos (deleted_at) where deleted_at is not null;

-- Files made from a video. A new run makes new ones under new keys and replaces the rows with its results.
create table video_files (
  video_id uuid not null references videos (id) on delete cascade,
  kind text not null check (kind in ('proxy', 'poster', 'sprite', 'waveform', 'captions')),
  key text not null,
  mime text not null,
  size_bytes bigint not null,
  primary key (video_id, kind)
);

create table annotations (
  id uuid primary key,
  video_id uuid not null references videos (id) on delete cascade,
  title text not null check (length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 10000),
  start_ms bigint not null check (start_ms >= 0),
  end_ms bigint check (end_ms > start_ms),
  category text not null check (category in ('bias', 'hardship', 'objection', 'key_statement', 'note')),
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  tags jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  created_by uuid not null references users (id),
  updated_at timestamptz(3) not null default now(),
  updated_by uuid not null references users (id),
  version integer not null default 1
);
create index annotations_of_video on annotations (video_id, start_ms, id);

-- One row for each time a video is analysed. The state of the work is here and nowhere else.
create table analysis_runs (
  id uuid primary key,
  video_id uuid not null references videos (id) on delete cascade,
  number integer not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  job_id uuid,
  -- Names the folder of the engine's artifacts: a run that goes on with those of the run before shares its folder.
  work_id uuid not null,
  -- Raised by every claim: what an earlier claimant still writes finds a newer number and changes nothing.
  fence integer not null default 0,
  stage text,
  fraction real not null default 0 check (fraction between 0 and 1),
  seconds_left real,
  failure_reason text,
  failure_stage text,
  permanent boolean not null default false,
  queued_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  -- Last sign of life of the claimant.
  seen_at timestamptz(3),
  finished_at timestamptz(3),
  requested_by uuid references users (id),
  unique (video_id, number)
);
create unique index analysis_runs_one_live on analysis_runs (video_id) where state in ('queued', 'running');
create index analysis_runs_waiting on analysis_runs (queued_at) where state in ('queued', 'running');

-- The results shown: those of the last run that completed.
create table analyses (
  video_id uuid primary key references videos (id) on delete cascade,
  run_id uuid not null references analysis_runs (id) on delete cascade,
  engine_version text not null,
  transcript_source text not null,
  transcript_format text,
  transcript_reason text not null,
  warnings jsonb not null default '[]',
  summary jsonb not null,
  speakers jsonb not null,
  exchanges jsonb not null,
  waveform jsonb,
  sprite jsonb,
  findings_skipped text,
  completed_at timestamptz(3) not null default now()
);
create index analyses_of_run on analyses (run_id);

create table transcript_turns (
  video_id uuid not null references videos (id) on delete cascade,
  index integer not null,
  speaker text,
  role text not null,
  juror_number text,
  text text not null,
  words jsonb not null,
  start_ms bigint,
  end_ms bigint,
  page integer,
  line integer,
  -- Where each further line of the reporter's transcript begins.
  lines jsonb,
  primary key (video_id, index)
);

create table findings (
  id uuid primary key,
  video_id uuid not null references videos (id) on delete cascade,
  position integer not null,
  type text not null check (type in ('hardship', 'bias_indicator', 'long_pause', 'key_statement')),
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  start_ms bigint,
  -- The finding as the engine wrote it; the columns above repeat what is searched and sorted by.
  body jsonb not null,
  unique (video_id, position)
);

create view video_states as
select
  videos.id as video_id,
  run.id as run_id,
  run.job_id,
  run.state as run_state,
  run.stage,
  run.fraction,
  run.seconds_left,
  run.failure_reason,
  run.failure_stage,
  run.permanent,
  run.started_at,
  run.finished_at,
  run.queued_at,
  case
    when videos.received_at is null then 'uploading'
    when run.state in ('queued', 'running') then 'processing'
    when run.state = 'completed' then 'completed'
    -- Who stops a repeated analysis keeps the results of the one before.
    when run.state = 'cancelled' and exists (select from analyses where analyses.video_id = videos.id) then 'completed'
    else 'failed'
  end as status
from videos
left join lateral (
  select * from analysis_runs where analysis_runs.video_id = videos.id order by analysis_runs.number desc limit 1
) run on true;
