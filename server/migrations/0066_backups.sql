-- Backups made with "venire backup". A running server can't see the folders they are in.
create table backups (
  id bigint generated always as identity primary key,
  finished_at timestamptz not null default now(),
  host text not null,
  folder text not null,
  bytes bigint not null,
  -- False if a recording had changed since it was received.
  is_whole boolean not null
);
create index backups_by_time on backups (finished_at desc) where is_whole;
