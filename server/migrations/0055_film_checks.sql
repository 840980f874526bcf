-- Films made from a recording are checked as the original is: one row per stored file.
alter table video_files add column sha256 text;
alter table media_checks add column kind text not null default 'original' check (kind in ('original', 'proxy'));
alter table media_checks drop constraint media_checks_pkey;
alter table media_checks add primary key (video_id, kind);
alter table media_checks alter column kind drop default;
