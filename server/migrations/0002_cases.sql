create table cases (
  id uuid primary key,
  firm_id uuid not null references firms (id) on delete cascade,
  title text not null,
  case_number text not null,
  -- Case numbers are compared without case and spaces: "23-CR 118" is "23-cr118".
  number_key text not null generated always as (lower(regexp_replace(case_number, '\s', '', 'g'))) stored,
  status text not null default 'draft'
    check (status in ('draft', 'active', 'in_selection', 'jury_seated', 'closed', 'archived')),
  recording_basis text check (recording_basis in ('court_record', 'court_order', 'own_mock', 'other')),
  recording_note text not null default '',
  recording_declared_by uuid references users (id),
  recording_declared_at timestamptz(3),
  created_by uuid not null references users (id),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1
);
create unique index cases_number_in_firm on cases (firm_id, number_key);

create table case_members (
  case_id uuid not null references cases (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('lead', 'attorney', 'paralegal', 'consultant', 'viewer')),
  created_at timestamptz(3) not null default now(),
  primary key (case_id, user_id)
);
create index case_members_by_user on case_members (user_id, case_id);
