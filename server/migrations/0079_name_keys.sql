-- Two names with the same key look the same, so their owners are shown with their email addresses.
alter table users add column name_key text not null generated always as (
  lower(btrim(regexp_replace(regexp_replace(normalize(name, NFKC),
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0]',
    '', 'g'), '\s+', ' ', 'g')))) stored;
create index users_name_key on users (name_key);
create index audit_events_by_actor on audit_events (actor_id, chain);
