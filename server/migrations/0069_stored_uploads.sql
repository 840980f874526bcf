-- Uploads received straight into an S3 store, so that any server continues them without a shared folder.
create table stored_uploads (
  -- No reference: the row outlives the video's until its files and parts are removed from the store.
  video_id uuid primary key,
  firm_id uuid not null,
  part_bytes bigint not null,
  received_bytes bigint not null default 0,
  multipart_id text,
  -- Numbers aren't reused, so that a late writer can't replace another's part.
  last_number integer not null default 0,
  changed_at timestamptz not null default now()
);

-- Of equal size. Only these, in this order, become the file.
create table stored_upload_parts (
  video_id uuid not null references stored_uploads (video_id) on delete cascade,
  start bigint not null,
  number integer not null,
  sha256 text not null,
  etag text not null,
  checksum text,
  primary key (video_id, start)
);

-- Files with the bytes that don't fill a part yet.
create table stored_upload_pieces (
  video_id uuid not null references stored_uploads (video_id) on delete cascade,
  start bigint not null,
  bytes bigint not null,
  sha256 text not null,
  key text not null,
  primary key (video_id, start)
);
