-- Strikes of both sides and the court, with all that the record of one holds. Rows are never deleted by people.
create table strikes (
  id uuid primary key,
  firm_id uuid not null references firms (id) on delete cascade,
  case_id uuid not null references cases (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  juror_id uuid not null references jurors (id) on delete cascade,
  kind text not null check (kind in ('cause', 'peremptory')),
  made_by text not null check (made_by in ('us', 'opposing', 'court')),
  target text not null default 'regular' check (target in ('regular', 'alternate')),
  -- Of several defendants with challenges of their own, the one who uses it.
  defendant text check (length(defendant) <= 160),
  -- Of a peremptory that was exercised; a void gives the number free.
  number integer check (number >= 1),
  -- Without 'final', which follows from the case.
  state text not null check (state in (
    'draft', 'submitted', 'changes_requested', 'approved', 'rejected', 'exercised', 'ruled', 'withdrawn', 'void')),
  ground_code text,
  rationale text not null default '' check (length(rationale) <= 5000),
  basis jsonb not null default '[]',
  demeanor jsonb,
  comparators jsonb not null default '[]',
  -- The result of the rationale rules on the last submission, with their version.
  check_result jsonb,
  checked_at timestamptz(3),
  privilege text not null default 'work_product' check (privilege in ('work_product', 'on_record')),
  opposing_position text not null default 'unknown'
    check (opposing_position in ('unknown', 'oppose', 'no_objection', 'join')),
  submitted_at timestamptz(3),
  approval_state text not null default 'none' check (approval_state in ('none', 'pending', 'approved')),
  approval_due_at timestamptz(3),
  approved_by uuid references users (id),
  approved_at timestamptz(3),
  self_approved boolean not null default false,
  approved_after boolean not null default false,
  acknowledgement text not null default '',
  review_comment text not null default '',
  called_at timestamptz(3),
  called_timecode jsonb,
  exercised_by uuid references users (id),
  exercised_at timestamptz(3),
  -- Status and seat that the juror had before this strike took them.
  juror_before jsonb,
  objection jsonb,
  ruling text not null default 'pending' check (ruling in ('pending', 'granted', 'denied', 'reserved', 'disallowed')),
  ruled_at timestamptz(3),
  judge_words text not null default '',
  ruling_timecode jsonb,
  remedy text check (remedy in ('juror_seated', 'new_panel', 'other')),
  remedy_restored boolean not null default false,
  preservation jsonb,
  end_reason text not null default '',
  superseded_by uuid references strikes (id) on delete set null,
  -- The state that a superseded strike goes back to.
  superseded_state text,
  created_by uuid not null references users (id),
  created_at timestamptz(3) not null default now(),
  updated_by uuid not null references users (id),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  check (made_by = 'us' or state in ('exercised', 'ruled', 'withdrawn', 'void')),
  check (kind = 'cause' or ruling <> 'denied'),
  check (kind = 'peremptory' or (ruling <> 'disallowed' and number is null)),
  check (not (kind = 'peremptory' and made_by = 'court'))
);
-- One live strike a juror, whoever records two at once.
create unique index strikes_one_live on strikes (juror_id) where
  state in ('draft', 'submitted', 'changes_requested', 'approved')
  or (state in ('exercised', 'ruled') and ruling not in ('denied', 'disallowed'));
create unique index strikes_number on strikes (case_id, made_by, target, number) where number is not null and state <> 'void';
create index strikes_of_session on strikes (session_id);
create index strikes_of_juror on strikes (juror_id);
create index strikes_waiting on strikes (case_id) where state = 'submitted' or approval_state = 'pending';

-- Every step of every strike. Rows are added and never changed; the id is the client's, so that a queue is replayed once.
create table strike_events (
  id uuid primary key,
  seq bigint generated always as identity,
  strike_id uuid not null references strikes (id) on delete cascade,
  kind text not null,
  from_state text,
  to_state text not null,
  by_user uuid not null references users (id),
  at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  text text not null default '',
  -- What the move answered, for the device that asks again; null for steps that no client made.
  answer jsonb
);
create index strike_events_of_strike on strike_events (strike_id, seq);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the history of a strike is never rewritten';
end $$;
create trigger strike_events_stay before update on strike_events for each row execute function refuse_change();

-- What moves a selection on and is no strike: a side passes, the court draws a juror or puts one last.
create table selection_steps (
  id uuid primary key,
  seq bigint generated always as identity,
  firm_id uuid not null references firms (id) on delete cascade,
  case_id uuid not null references cases (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  kind text not null check (kind in ('passed', 'drawn', 'moved_last')),
  side text check (side in ('us', 'them')),
  juror_id uuid references jurors (id) on delete cascade,
  by_user uuid not null references users (id),
  at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  undone_at timestamptz(3),
  undone_by uuid references users (id),
  check ((kind = 'passed') = (side is not null)),
  check ((kind = 'passed') = (juror_id is null))
);
create index selection_steps_of_case on selection_steps (case_id, seq);

create table strike_notes (
  id uuid primary key,
  strike_id uuid not null references strikes (id) on delete cascade,
  text text not null check (length(text) between 1 and 10000),
  created_by uuid not null references users (id),
  created_at timestamptz(3) not null default now()
);
create index strike_notes_of_strike on strike_notes (strike_id, id);

-- Hardship: what the sidebar settles. A request is no strike.
create table excusals (
  id uuid primary key,
  firm_id uuid not null references firms (id) on delete cascade,
  case_id uuid not null references cases (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  juror_id uuid not null references jurors (id) on delete cascade,
  state text not null check (state in ('open', 'ruled', 'withdrawn', 'void')),
  reason text not null check (length(reason) <= 500),
  facts jsonb not null,
  position text not null check (position in ('open', 'agreed', 'opposed', 'court_call')),
  ruling text not null default 'pending' check (ruling in ('pending', 'granted', 'denied', 'reserved')),
  judge_words text not null default '',
  ruled_at timestamptz(3),
  ruling_timecode jsonb,
  juror_before jsonb,
  end_reason text not null default '',
  created_by uuid not null references users (id),
  created_at timestamptz(3) not null default now(),
  updated_by uuid not null references users (id),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1
);
create unique index excusals_one_open on excusals (juror_id) where state = 'open';
create index excusals_of_session on excusals (session_id);

create table excusal_events (
  id uuid primary key,
  excusal_id uuid not null references excusals (id) on delete cascade,
  kind text not null,
  by_user uuid not null references users (id),
  at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  text text not null default '',
  answer jsonb
);
create index excusal_events_of_excusal on excusal_events (excusal_id, id);

-- The words relied on, verbatim as they read when they were added.
create table strike_evidence (
  id uuid primary key,
  strike_id uuid references strikes (id) on delete cascade,
  excusal_id uuid references excusals (id) on delete cascade,
  purpose text not null default 'strike' check (purpose in ('strike', 'objection')),
  source text not null check (source in ('highlight', 'video', 'page', 'note')),
  highlight_id uuid references highlights (id) on delete set null,
  video_id uuid references videos (id) on delete set null,
  start_ms bigint check (start_ms >= 0),
  end_ms bigint check (end_ms >= start_ms),
  turn integer,
  turn_to integer,
  cite text,
  quote text not null default '',
  question text not null default '',
  speaker text,
  note text not null default '',
  added_by uuid not null references users (id),
  added_at timestamptz(3) not null default now(),
  check ((strike_id is null) <> (excusal_id is null))
);
create index strike_evidence_of_strike on strike_evidence (strike_id, id);
create index strike_evidence_of_excusal on strike_evidence (excusal_id, id);
