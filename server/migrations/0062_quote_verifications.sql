-- Which words of a motion a person compared with the recording. The words' hash is part of the key, so that a
-- correction of the words ends the verification.
create table quote_verifications (
  session_id uuid not null references sessions (id) on delete cascade,
  video_id uuid not null references videos (id) on delete cascade,
  quote_sha256 text not null check (quote_sha256 ~ '^[0-9a-f]{64}$'),
  verified_by uuid not null references users (id),
  verified_at timestamptz(3) not null default now(),
  primary key (session_id, video_id, quote_sha256)
);
create index quote_verifications_of_video on quote_verifications (video_id);
