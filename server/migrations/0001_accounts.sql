-- Firms and the people in them. A person may belong to several firms; a sign-in is for one of them.
create table firms (
  id uuid primary key,
  name text not null check (length(name) between 2 and 120),
  time_zone text not null default 'UTC',
  is_demo boolean not null default false,
  created_at timestamptz(3) not null default now()
);

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  -- argon2id in PHC form; null until an invited person has chosen a password
  password_hash text,
  is_operator boolean not null default false,
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

create table members (
  firm_id uuid not null references firms (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('administrator', 'member')),
  profession text not null check (profession in ('attorney', 'paralegal', 'consultant')),
  status text not null default 'active' check (status in ('active', 'suspended')),
  created_at timestamptz(3) not null default now(),
  primary key (firm_id, user_id)
);
create index members_by_user on members (user_id);

create table sign_ins (
  id uuid primary key,
  token_hash text not null unique,
  user_id uuid not null,
  firm_id uuid not null,
  ip text,
  agent text,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  foreign key (firm_id, user_id) references members (firm_id, user_id) on delete cascade
);
create index sign_ins_by_user on sign_ins (user_id);

-- Links that work once: the first firm, an invitation, a password reset. Only the hash of the token is kept.
create table one_time_links (
  id uuid primary key,
  kind text not null check (kind in ('new_firm', 'invitation', 'password_reset')),
  token_hash text not null unique,
  firm_id uuid references firms (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  email text,
  role text check (role in ('administrator', 'member')),
  profession text check (profession in ('attorney', 'paralegal', 'consultant')),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index one_time_links_by_user on one_time_links (user_id, kind);

-- Who did what. Each chain (one a firm, one for the installation) is numbered without gaps and every row holds
-- the hash of the row before it, so that a changed, missing or inserted row shows.
create table audit_events (
  chain uuid not null,
  seq bigint not null,
  at timestamptz(3) not null,
  actor_id uuid,
  ip text,
  action text not null,
  entity text not null,
  entity_id text,
  case_id uuid,
  -- JSON as text: the hash covers these very characters
  details text not null default '{}',
  reason text,
  previous_hash text not null,
  hash text not null,
  primary key (chain, seq)
);
create index audit_events_by_case on audit_events (case_id, seq);
create index audit_events_by_entity on audit_events (entity_id);

create function audit_events_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit events are never changed';
end $$;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function audit_events_are_append_only();
