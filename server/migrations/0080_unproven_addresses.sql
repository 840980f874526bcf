-- Set at open sign-up until the person confirms the address by email. Null for everyone else.
alter table users add column unproven_since timestamptz(3);
create index users_unproven on users (unproven_since) where unproven_since is not null;
-- When the person last chose or joined this firm. They sign in to the latest one.
alter table members add column chosen_at timestamptz(3);
