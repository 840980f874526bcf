-- Written in court as it happens. Nothing in it changes afterwards: a correction is the next note.
create table live_notes (
  id uuid primary key,
  firm_id uuid not null references firms (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  juror_id uuid not null references jurors (id) on delete cascade,
  kind text not null check (kind in ('answer', 'note', 'tag')),
  text text not null check (length(text) between 1 and 10000),
  by_user uuid not null references users (id),
  at timestamptz(3) not null,
  received_at timestamptz(3) not null default now()
);
create index live_notes_of_session on live_notes (session_id, at desc);
create index live_notes_of_juror on live_notes (juror_id);
