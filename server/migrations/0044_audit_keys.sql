-- Each new event carries a keyed hash (HMAC) beside its own; the key lies in the data folder, outside the database.
-- Older events keep their chain alone, up to the event audit.keyed.
alter table audit_events add column key_fingerprint text, add column mac text;

-- Where each chain ends, under the key: a deleted tail leaves a head that no event reaches.
create table audit_heads (
  chain uuid primary key,
  seq bigint not null,
  hash text not null,
  key_fingerprint text not null,
  mac text not null
);

-- Who writes the anchors of the heads into a file outside the database: one process at a time.
create table audit_anchor_lease (
  id integer primary key check (id = 1),
  holder uuid not null,
  host text not null,
  fence bigint not null,
  expires_at timestamptz not null,
  forwarded_at timestamptz
);
