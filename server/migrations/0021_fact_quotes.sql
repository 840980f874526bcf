-- Which words of a juror stand behind a fact of their record.
create table fact_quotes (
  juror_id uuid not null references jurors (id) on delete cascade,
  field text not null check (field in ('occupation', 'employer', 'education', 'householdNote', 'priorJury', 'county')),
  highlight_id uuid not null references highlights (id) on delete cascade,
  linked_by uuid not null references users (id),
  linked_at timestamptz(3) not null default now(),
  primary key (juror_id, field)
);
create index fact_quotes_of_highlight on fact_quotes (highlight_id);
