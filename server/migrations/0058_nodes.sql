-- Venire's processes, and what only one of them may do at a time.
create table nodes (
  id uuid primary key,
  host text not null,
  role text not null,
  lanes text[] not null,
  concurrency integer not null,
  version text not null,
  schema text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

create table leases (
  name text primary key,
  holder uuid not null,
  fence bigint not null default 1,
  until timestamptz not null,
  -- Another process waits for the lease, so the holder should release it.
  wanted boolean not null default false
);
