-- Requests of strangers to the operator: demo, support, legal. They belong to no firm.
create table contact_requests (
  id uuid primary key,
  kind text not null check (kind in ('demo', 'support', 'legal')),
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) <= 254),
  firm text not null default '' check (length(firm) <= 120),
  subject text not null check (length(subject) between 1 and 200),
  message text not null check (length(message) between 1 and 5000),
  -- The network address it came from, for the limit an hour; emptied after a day.
  sender_ip text,
  created_at timestamptz(3) not null default now(),
  handled_at timestamptz(3),
  handled_by uuid references users (id)
);

create index contact_requests_open on contact_requests ((handled_at is not null), created_at desc, id desc);
create index contact_requests_recent on contact_requests (created_at);
