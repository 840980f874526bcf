-- Who was sent the bytes of a recording or an export: one row per person or link, file and half hour.
create table file_accesses (
  id uuid primary key,
  firm_id uuid not null,
  case_id uuid,
  entity text not null check (entity in ('video', 'export')),
  entity_id uuid not null,
  file text not null,
  user_id uuid,
  link_id uuid,
  ip text,
  opened_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now(),
  bytes bigint not null default 0,
  -- When the total went into the audit record.
  closed_at timestamptz(3),
  check ((user_id is null) <> (link_id is null))
);
create index file_accesses_open on file_accesses (opened_at) where closed_at is null;
create index file_accesses_by_entity on file_accesses (entity_id, opened_at);
