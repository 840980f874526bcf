-- A link may ask for a code that is sent to one of its recipients.
alter table share_links add column email_code boolean not null default false;

-- Codes that were sent; of each only a slow hash. A new one for an address puts the one before out of use.
create table share_codes (
  id uuid primary key,
  link_id uuid not null references share_links (id) on delete cascade,
  email text not null,
  code_hash text not null,
  expires_at timestamptz(3) not null,
  tries integer not null default 0,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index share_codes_of_link on share_codes (link_id, email, created_at);

-- Who, where a code told it.
alter table share_accesses add column recipient text;
