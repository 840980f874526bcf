-- Files made from a case in the background. The row outlives its file: who made what, when and with which choices.
create table exports (
  id uuid primary key,
  firm_id uuid not null references firms (id) on delete cascade,
  -- Null for an export of a video without a case.
  case_id uuid references cases (id) on delete cascade,
  session_id uuid references sessions (id) on delete set null,
  video_id uuid references videos (id) on delete set null,
  type text not null,
  template text not null,
  title text not null,
  scope jsonb not null,
  filters jsonb not null,
  options jsonb not null,
  never_linked boolean not null,
  has_password boolean not null,
  -- Encrypted under a key that is not in the database; only while the file is being made.
  sealed_password text,
  status text not null check (status in ('queued', 'running', 'ready', 'failed', 'cancelled', 'expired', 'revoked')),
  job_id text,
  -- Counts claims: what a lost worker still writes is refused.
  claim integer not null default 0,
  seen_at timestamptz(3),
  progress real not null default 0,
  step text not null default '',
  seconds_left real,
  failure text,
  filename text not null,
  mime text not null,
  -- Null before it is made and after it was destroyed.
  file_key text,
  size_bytes bigint,
  sha256 text,
  manifest jsonb,
  expires_in_hours real,
  expires_at timestamptz(3),
  warned_at timestamptz(3),
  rerun_of uuid references exports (id) on delete set null,
  created_by uuid not null references users (id),
  created_at timestamptz(3) not null default now(),
  ready_at timestamptz(3),
  ended_at timestamptz(3),
  check (sealed_password is null or status in ('queued', 'running')),
  check (status <> 'ready' or (file_key is not null and sha256 is not null and size_bytes is not null))
);
create index exports_of_case on exports (case_id, id desc);
create index exports_of_session on exports (session_id, id desc);
create index exports_of_video on exports (video_id, id desc);
create index exports_due on exports (expires_at) where file_key is not null;
create index exports_at_work on exports (seen_at) where status in ('queued', 'running');

create table export_policies (
  firm_id uuid primary key references firms (id) on delete cascade,
  password_required boolean not null,
  max_expiry_days integer not null check (max_expiry_days between 1 and 365),
  allow_never boolean not null,
  allow_links boolean not null,
  updated_by uuid not null references users (id),
  updated_at timestamptz(3) not null default now()
);

-- Of the token only the hash is kept: nobody can read an address out of the database.
create table share_links (
  id uuid primary key,
  export_id uuid not null references exports (id) on delete cascade,
  token_hash text not null unique,
  label text not null default '',
  recipients jsonb not null default '[]',
  password_hash text,
  expires_at timestamptz(3) not null,
  max_downloads integer check (max_downloads >= 1),
  downloads integer not null default 0,
  wrong_tries integer not null default 0,
  wrong_since timestamptz(3),
  locked_until timestamptz(3),
  revoked_at timestamptz(3),
  revoked_by uuid references users (id),
  last_opened_at timestamptz(3),
  created_by uuid not null references users (id),
  created_at timestamptz(3) not null default now()
);
create index share_links_of_export on share_links (export_id, id);

-- One browser session that passed the door of a link.
create table share_openings (
  token_hash text primary key,
  link_id uuid not null references share_links (id) on delete cascade,
  expires_at timestamptz(3) not null,
  -- Set with its first byte: one opening counts as one download.
  counted_at timestamptz(3)
);
create index share_openings_due on share_openings (expires_at);

create table share_accesses (
  id uuid primary key,
  link_id uuid not null references share_links (id) on delete cascade,
  kind text not null,
  ip text,
  browser text not null default '',
  at timestamptz(3) not null default now()
);
create index share_accesses_of_link on share_accesses (link_id, id desc);

create table export_downloads (
  id uuid primary key,
  export_id uuid not null references exports (id) on delete cascade,
  -- One of them says who.
  user_id uuid references users (id),
  link_id uuid references share_links (id) on delete set null,
  ip text,
  at timestamptz(3) not null default now()
);
create index export_downloads_of_export on export_downloads (export_id, id);
