-- What people say about themselves, how they prove who they are, and what a firm demands of them.

create table profiles (
  user_id uuid primary key references users (id) on delete cascade,
  title text not null default '',
  phone text not null default '',
  -- [{state, number, status, year}]
  bar_admissions jsonb not null default '[]',
  practice_areas text[] not null default '{}',
  years_in_practice smallint,
  bio text not null default '' check (length(bio) <= 2000),
  languages text[] not null default '{}',
  -- Null: the time zone of the device.
  time_zone text,
  signature_block text not null default '' check (length(signature_block) <= 500),
  -- A picture of at most 256 x 256 pixels as a data address; null shows the initials.
  avatar text check (length(avatar) <= 100000),
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
);

-- Null: no longer than the installation allows.
alter table firms add column require_two_factor boolean not null default false,
  add column idle_hours double precision check (idle_hours > 0),
  -- Sound and text of this firm's videos are given to no service outside the machine and its private network.
  add column local_analysis_only boolean not null default false;

-- One-time codes of an authenticator app (RFC 6238). Counts from confirmed_at on; before, it waits for its first code.
create table two_factors (
  user_id uuid primary key references users (id) on delete cascade,
  secret text not null,
  confirmed_at timestamptz(3),
  -- The 30-second step of the last code that was taken: neither it nor an earlier one is taken again.
  last_step bigint,
  created_at timestamptz(3) not null default now()
);

-- Only hashes; a code of 80 random bits needs no slow one.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  is_synced boolean not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_by_user on passkeys (user_id);

-- What waits for its second half for a few minutes: a right password for its code, a challenge for its passkey.
create table entry_steps (
  token_hash text primary key,
  kind text not null check (kind in ('two_factor', 'passkey_enter', 'passkey_add')),
  user_id uuid references users (id) on delete cascade,
  firm_id uuid references firms (id) on delete cascade,
  challenge text,
  failures smallint not null default 0,
  expires_at timestamptz(3) not null
);
create index entry_steps_by_expiry on entry_steps (expires_at);

alter table sign_ins add column method text not null default 'password'
  check (method in ('password', 'two_factor', 'recovery_code', 'passkey', 'link', 'demo'));

-- For scripts, in one person's name and one firm. Only the hash of a token is kept.
create table api_tokens (
  id uuid primary key,
  token_hash text not null unique,
  -- Its first letters, by which a person recognises it.
  hint text not null,
  user_id uuid not null,
  firm_id uuid not null,
  name text not null check (length(name) between 1 and 60),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'administer']),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_ip text,
  revoked_at timestamptz(3),
  foreign key (firm_id, user_id) references members (firm_id, user_id) on delete cascade
);
create index api_tokens_by_user on api_tokens (user_id, firm_id);
