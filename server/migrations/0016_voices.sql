-- What people said about the voices of a video. The engine groups around it and never against it.
create table voice_wishes (
  video_id uuid primary key references videos (id) on delete cascade,
  -- How many people speak; null: as many as are heard.
  voice_count integer check (voice_count between 1 and 80),
  -- Every other turn gets the nearest of the named voices, or nobody's.
  is_closed boolean not null default false,
  version integer not null default 1,
  changed_by uuid not null references users (id),
  changed_at timestamptz(3) not null default now()
);

-- Stretches whose voice a person named. By time, which another analysis of the same recording does not move.
create table voice_anchors (
  video_id uuid not null references videos (id) on delete cascade,
  start_ms bigint not null check (start_ms >= 0),
  end_ms bigint not null check (end_ms > start_ms),
  label text not null check (length(label) between 1 and 200),
  said_by uuid not null references users (id),
  said_at timestamptz(3) not null default now(),
  primary key (video_id, start_ms)
);

-- Labels of a transcript that are one person. Voices that were told apart by ear are joined by anchors instead: their
-- numbers mean something else after another analysis.
create table voice_merges (
  video_id uuid not null references videos (id) on delete cascade,
  from_label text not null check (length(from_label) between 1 and 200),
  into_label text not null check (length(into_label) between 1 and 200),
  said_by uuid not null references users (id),
  said_at timestamptz(3) not null default now(),
  primary key (video_id, from_label)
);

-- Several voices at once: marked, and given to nobody.
alter table transcript_turns add column is_overlapped boolean not null default false;
alter table analyses add column voice_overlaps jsonb not null default '[]';
alter table analyses add column speaker_method text not null default 'transcript';
