-- What the installation measured of itself, added up by the hour. No row names a firm, a person or an id.
create table route_hours (
  hour timestamptz(0) not null,
  method text not null,
  -- The pattern ("/api/videos/:videoId"), never an address with an id in it.
  route text not null,
  requests integer not null,
  failures integer not null,
  total_ms double precision not null,
  -- Answers by duration; the bounds stand in server/features/operations/durations.ts.
  durations integer[] not null,
  primary key (hour, method, route)
);

create table machine_hours (
  hour timestamptz(0) primary key,
  -- The first sample: nothing is known of the time before the very first one.
  first_at timestamptz(3) not null,
  -- Samples, one a minute while the server runs.
  minutes integer not null,
  memory_bytes_sum double precision not null,
  queries bigint not null,
  query_ms double precision not null
);

create table monitored_endpoints (
  id uuid primary key,
  path text not null check (length(path) between 1 and 200),
  method text not null check (method in ('GET', 'HEAD')),
  url text not null unique check (length(url) <= 500),
  created_by uuid not null references users (id),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  checked_at timestamptz(3),
  problem text
);

create table monitored_endpoint_hours (
  endpoint_id uuid not null references monitored_endpoints (id) on delete cascade,
  hour timestamptz(0) not null,
  checks integer not null,
  failures integer not null,
  total_ms double precision not null,
  durations integer[] not null,
  primary key (endpoint_id, hour)
);

-- The last reported run of each kind.
create table pipeline_runs (
  kind text primary key check (kind in ('build', 'deployment')),
  run text not null,
  steps jsonb not null,
  reported_at timestamptz(3) not null default now()
);
