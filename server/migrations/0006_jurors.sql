create table jurors (
  id uuid primary key,
  firm_id uuid not null references firms (id) on delete cascade,
  case_id uuid not null references cases (id) on delete cascade,
  juror_number text not null check (length(juror_number) between 1 and 12),
  -- "12", "012" and " 12" are one juror; letters count without case.
  number_key text not null
    generated always as (coalesce(nullif(ltrim(lower(regexp_replace(juror_number, '\s', '', 'g')), '0'), ''), '0')) stored,
  -- Never answered in a case with an anonymous jury.
  display_name text check (length(display_name) <= 120),
  -- Follows from juror_events and juror_seats; written by them alone.
  status text not null default 'in_venire' check (status in (
    'in_venire', 'seated', 'questioned', 'qualified', 'excused_hardship', 'struck_cause', 'struck_peremptory_us',
    'struck_peremptory_them', 'excused_other', 'no_show', 'selected', 'alternate', 'dismissed')),
  order_index integer not null,
  occupation text not null default '' check (length(occupation) <= 200),
  employer text not null default '' check (length(employer) <= 200),
  education text not null default '' check (length(education) <= 200),
  household_note text not null default '' check (length(household_note) <= 200),
  prior_jury text not null default '' check (length(prior_jury) <= 200),
  county text not null default '' check (length(county) <= 200),
  questionnaire jsonb not null default '[]',
  tags jsonb not null default '[]',
  questions_to_ask jsonb not null default '[]',
  notes text not null default '' check (length(notes) <= 10000),
  created_by uuid not null references users (id),
  created_at timestamptz(3) not null default now(),
  updated_by uuid not null references users (id),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  deleted_at timestamptz(3),
  deleted_by uuid references users (id)
);
create unique index jurors_number_in_case on jurors (case_id, number_key) where deleted_at is null;
create index jurors_of_case on jurors (case_id, order_index, id) where deleted_at is null;

-- Every stay on a seat. The live one has no end.
create table juror_seats (
  id uuid primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  juror_id uuid not null references jurors (id) on delete cascade,
  seat integer not null check (seat >= 1),
  from_at timestamptz(3) not null default now(),
  to_at timestamptz(3),
  moved_by uuid not null references users (id)
);
create unique index juror_seats_one_juror on juror_seats (session_id, seat) where to_at is null;
create unique index juror_seats_one_seat on juror_seats (session_id, juror_id) where to_at is null;
create index juror_seats_of_juror on juror_seats (juror_id, from_at);

-- What happened to a juror, in order. Rows are added and never changed.
create table juror_events (
  id uuid primary key,
  juror_id uuid not null references jurors (id) on delete cascade,
  session_id uuid references sessions (id) on delete set null,
  kind text not null,
  status text not null,
  reason text not null default '',
  by_user uuid not null references users (id),
  at timestamptz(3) not null default now()
);
create index juror_events_of_juror on juror_events (juror_id, id);

create table juror_ratings (
  juror_id uuid not null references jurors (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  lean integer not null check (lean between -2 and 2),
  confidence integer not null check (confidence between 1 and 3),
  leader boolean not null default false,
  note text not null default '' check (length(note) <= 500),
  at timestamptz(3) not null default now(),
  primary key (juror_id, user_id)
);

-- Group data for objections under Batson and its successors. Apart from every other table on purpose: nothing joins it.
create table restricted_records_open (
  case_id uuid primary key references cases (id) on delete cascade,
  reason text not null check (length(reason) between 10 and 500),
  opened_by uuid not null references users (id),
  opened_at timestamptz(3) not null default now()
);
create table restricted_records (
  juror_id uuid primary key references jurors (id) on delete cascade,
  case_id uuid not null references restricted_records_open (case_id) on delete cascade,
  source text not null check (source in ('self_reported', 'court_listed')),
  value text not null check (length(value) between 1 and 500),
  updated_by uuid not null references users (id),
  updated_at timestamptz(3) not null default now()
);
create index restricted_records_of_case on restricted_records (case_id);
