-- When a link that was mailed to the account's address was used. Null proves nothing: such an address carries no rights.
alter table users add column email_proven_at timestamptz(3);
-- Whether the link went by mail to its person, and to nobody else.
alter table one_time_links add column is_mailed boolean not null default false;
