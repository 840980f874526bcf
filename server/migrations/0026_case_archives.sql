-- Cases that were brought in from an archive, and archives that wait for it.
create table case_imports (
  id uuid primary key,
  firm_id uuid not null references firms (id) on delete cascade,
  -- Null until it is in.
  case_id uuid references cases (id) on delete cascade,
  status text not null check (status in ('waiting', 'running', 'done', 'failed')),
  -- Where another number than the archive's was asked for.
  case_number text,
  failure text,
  -- What it brought: counts, warnings, the fingerprint of the archive.
  result jsonb,
  -- Who people of the archive were, by the id that stands for them here: [{id, email, name}].
  people jsonb not null default '[]',
  created_by uuid references users (id),
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  check ((status = 'done') = (case_id is not null))
);
create index case_imports_of_case on case_imports (case_id);

-- The audit record of an imported case as its archive told it, line by line: another chain's events cannot stand in ours.
create table imported_audit_lines (
  import_id uuid not null references case_imports (id) on delete cascade,
  position integer not null,
  line text not null,
  primary key (import_id, position)
);
