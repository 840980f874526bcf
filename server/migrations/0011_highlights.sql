-- What was said that matters, per session: suggestions made from findings, and what people marked.
create table highlights (
  id uuid primary key,
  firm_id uuid not null references firms (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  video_id uuid not null references videos (id) on delete cascade,
  -- Tells a finding again after another analysis, so that the decision of a person stays; null for what people marked.
  finding_key text,
  type text not null check (type in (
    'hardship', 'bias_indicator', 'long_pause', 'key_statement', 'objection', 'ruling', 'manual')),
  sub text not null default '',
  start_ms bigint check (start_ms >= 0),
  end_ms bigint check (end_ms >= start_ms),
  quote text not null,
  question text not null default '',
  speaker text,
  juror_number text,
  -- First and last turn of the quote.
  turn integer,
  turn_to integer,
  -- Of the finding: trigger, rules, why, chain, stance, latencyMs, hardshipFacts.
  facts jsonb not null default '{}',
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  confidence real check (confidence between 0 and 1),
  source text not null check (source in ('ai', 'user')),
  model_version text,
  status text not null check (status in ('suggested', 'confirmed', 'edited', 'dismissed')),
  dismiss_reason text,
  decided_by uuid references users (id),
  decided_at timestamptz(3),
  pinned boolean not null default false,
  tags jsonb not null default '[]',
  created_by uuid references users (id),
  created_at timestamptz(3) not null default now(),
  updated_by uuid references users (id),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  unique (session_id, video_id, finding_key),
  check ((dismiss_reason is not null) = (status = 'dismissed')),
  -- Whatever has left the state of a suggestion was decided by a person: no machine confirms.
  check (source = 'user' or (status = 'suggested') = (decided_by is null)),
  check ((source = 'user') = (finding_key is null))
);
create index highlights_of_video on highlights (video_id);
create index highlights_decided on highlights (firm_id, status) where source = 'ai' and status <> 'suggested';

create table highlight_comments (
  id uuid primary key,
  highlight_id uuid not null references highlights (id) on delete cascade,
  text text not null check (length(text) between 1 and 2000),
  created_by uuid not null references users (id),
  created_at timestamptz(3) not null default now()
);
create index highlight_comments_of_highlight on highlight_comments (highlight_id, id);

-- Which run's findings a session's highlights were made from.
create table highlight_sources (
  session_id uuid not null references sessions (id) on delete cascade,
  video_id uuid not null references videos (id) on delete cascade,
  run_id uuid not null,
  primary key (session_id, video_id)
);

-- Who a person said a speaker is. No machine writes here.
create table speaker_assignments (
  video_id uuid not null references videos (id) on delete cascade,
  label text not null check (length(label) between 1 and 200),
  role text not null,
  juror_id uuid references jurors (id) on delete set null,
  assigned_by uuid not null references users (id),
  assigned_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (video_id, label)
);
create index speaker_assignments_of_juror on speaker_assignments (juror_id);
