-- Whose second factor an update removed: they set one up again at their next sign-in. Migration 0036 did so without a word.
create table two_factor_losses (
  user_id uuid primary key references users (id) on delete cascade,
  lost_at timestamptz(3) not null default now(),
  -- When the person and their administrators were told.
  told_at timestamptz(3)
);

-- Written beside 0036 where it runs now (server/platform/database/migrate.ts). Where it ran earlier, the audit record knows.
create table if not exists enrolled_before_0036 (user_id uuid primary key);
with last_acts as (
  select distinct on (entity_id) entity_id, action from audit_events
  where action in ('two_factor.switched_on', 'two_factor.switched_off', 'two_factor.removed')
  order by entity_id, at desc, seq desc
)
insert into two_factor_losses (user_id)
select id from users
where (id in (select user_id from enrolled_before_0036)
    or id::text in (select entity_id from last_acts where action = 'two_factor.switched_on'))
  and not exists (select from two_factors where user_id = users.id and confirmed_at is not null);
drop table enrolled_before_0036;
