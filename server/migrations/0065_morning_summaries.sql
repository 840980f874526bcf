alter table mail_preferences add column morning boolean not null default false;

create table morning_summaries (
  user_id uuid not null references users (id) on delete cascade,
  firm_id uuid not null references firms (id) on delete cascade,
  -- The recipient's calendar day.
  sent_on date not null,
  primary key (user_id, firm_id)
);
