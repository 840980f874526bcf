-- Letters that wait for the mail server. A row lives until its letter is delivered or given up: a one-time link that
-- stands in it is stored nowhere else, and not for a day longer in the queue's record of finished jobs.
create table outgoing_letters (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text,
  created_at timestamptz(3) not null default now()
);

-- How a person wants to hear of notifications by e-mail; no row means once a day.
create table mail_preferences (
  user_id uuid primary key references users (id) on delete cascade,
  wish text not null check (wish in ('never', 'daily', 'at_once'))
);

-- Until when a person has been told by the daily letter of what happened in a firm.
create table digests (
  user_id uuid not null references users (id) on delete cascade,
  firm_id uuid not null references firms (id) on delete cascade,
  sent_at timestamptz(3) not null,
  primary key (user_id, firm_id)
);

-- Firms that try the product out, and until when; every other firm works without an end.
create table trials (
  firm_id uuid primary key references firms (id) on delete cascade,
  ends_at timestamptz(3) not null,
  -- Of which of the days before the end (3, 1, 0) its administrators were told last.
  told_days_left smallint
);
