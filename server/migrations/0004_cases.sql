-- The full record of a case, its status over time, and memberships that end.
alter table cases
  add column case_type text,
  add column forum_id text,
  add column forum_rule_id text,
  add column court text not null default '',
  add column judge text not null default '',
  add column courtroom text not null default '',
  add column county text not null default '',
  add column state text not null default '',
  add column our_side text check (our_side in ('plaintiff', 'prosecution', 'defense', 'neutral')),
  add column parties jsonb not null default '[]',
  add column attorneys jsonb not null default '[]',
  add column witnesses jsonb not null default '[]',
  add column trial_date date,
  add column voir_dire_date date,
  add column selection_method text
    check (selection_method in ('strike_and_replace', 'struck_panel', 'rounds_no_back', 'random_order', 'custom')),
  add column jury_size integer not null default 12 check (jury_size between 1 and 23),
  add column alternates integer not null default 0 check (alternates between 0 and 12),
  add column strike_budget jsonb,
  add column back_strikes_allowed boolean not null default false,
  add column alternate_strikes_separate boolean not null default false,
  add column issues jsonb not null default '[]',
  add column confidentiality text not null default 'standard'
    check (confidentiality in ('standard', 'sealed', 'anonymous_jury')),
  add column tags jsonb not null default '[]',
  add column outcome text not null default '',
  add column closed_at timestamptz(3),
  add column archived_at timestamptz(3),
  -- Where a restored case goes back to.
  add column status_before_archive text,
  add column updated_by uuid references users (id),
  add column deleted_at timestamptz(3),
  add column deleted_by uuid references users (id),
  add check (voir_dire_date <= trial_date);

-- A deleted case gives its number free.
drop index cases_number_in_firm;
create unique index cases_number_in_firm on cases (firm_id, number_key) where deleted_at is null;
create index cases_of_firm on cases (firm_id, id) where deleted_at is null;
create index cases_deleted on cases (deleted_at) where deleted_at is not null;
create index cases_archived on cases (archived_at) where archived_at is not null and deleted_at is null;

alter table case_members
  add column can_approve_strikes boolean not null default false,
  add column expires_at timestamptz(3),
  -- The reason of an administrator who opened the case behind the wall.
  add column break_glass_reason text,
  add column added_by uuid references users (id),
  -- A case that had only leads whose membership ends would one day have none.
  add check (role <> 'lead' or expires_at is null);

-- Who may open which case now, and as what: the one rule that every query about a case's rows joins.
create view case_access as
select case_members.case_id, case_members.user_id, case_members.role, case_members.can_approve_strikes,
  case_members.expires_at, cases.firm_id, cases.status
from case_members
join cases on cases.id = case_members.case_id
where cases.deleted_at is null and (case_members.expires_at is null or case_members.expires_at > now());

-- Days that an archived case is kept, counted from its closing.
alter table firms
  add column retention_days integer not null default 365 check (retention_days between 30 and 3650),
  add column default_forum_id text;
create index one_time_links_of_firm on one_time_links (firm_id, kind) where used_at is null;
