-- Kept apart from notifications, because people delete those.
create table storage_notices (
  firm_id uuid not null references firms (id) on delete cascade,
  topic text not null,
  sent_at timestamptz not null default now(),
  primary key (firm_id, topic)
);

insert into storage_notices (firm_id, topic, sent_at)
select firm_id, topic, max(created_at) from notifications
where topic in ('storage.quota_nearly_full', 'storage.disk_nearly_full')
group by firm_id, topic;
