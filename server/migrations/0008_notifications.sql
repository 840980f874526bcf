create table notifications (
  id uuid primary key,
  firm_id uuid not null references firms (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- Shown only while the person is a member of this case.
  case_id uuid references cases (id) on delete cascade,
  -- What happened ("video.completed") to which record: the same again within five minutes is one notification.
  topic text not null,
  entity_id uuid,
  type text not null check (type in ('success', 'warning', 'error', 'info')),
  category text not null check (category in ('case', 'session', 'video', 'export', 'team', 'system', 'generic')),
  title text not null check (length(title) between 1 and 200),
  message text not null default '' check (length(message) <= 1000),
  action_url text check (action_url like '/%' and action_url not like '//%'),
  action_label text,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3)
);
create index notifications_of_person on notifications (user_id, firm_id, created_at desc);
create index notifications_by_entity on notifications (entity_id, topic);
create index notifications_by_age on notifications (created_at);

create table notification_mutes (
  user_id uuid not null references users (id) on delete cascade,
  category text not null,
  primary key (user_id, category)
);

-- From where a person has signed in: an address and a kind of browser. A place not seen before is told of.
create table sign_in_places (
  user_id uuid not null references users (id) on delete cascade,
  ip text not null,
  agent text not null,
  seen_at timestamptz(3) not null default now(),
  primary key (user_id, ip, agent)
);
