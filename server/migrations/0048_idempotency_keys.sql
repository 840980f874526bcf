-- One row per act that a client may send twice because its answer was lost. Kept for 24 hours.
create table idempotency_keys (
  id uuid primary key,
  -- Null for the few acts of strangers.
  user_id uuid references users (id) on delete cascade,
  firm_id uuid references firms (id) on delete cascade,
  endpoint text not null,
  key_hash text not null,
  -- Changes hands when the process that began the act is gone; only its holder may commit.
  claim uuid not null,
  claimed_at timestamptz(3) not null default now(),
  -- Set in the transaction of the act itself.
  is_committed boolean not null default false,
  -- The request's hash and the answer, sealed under the key of the data folder: answers carry links and codes.
  sealed_answer text,
  created_at timestamptz(3) not null default now(),
  unique nulls not distinct (user_id, firm_id, endpoint, key_hash)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
