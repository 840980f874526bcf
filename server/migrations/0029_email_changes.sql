-- A new address is confirmed by a link that is mailed to it.
alter table one_time_links drop constraint one_time_links_kind_check;
alter table one_time_links add constraint one_time_links_kind_check
  check (kind in ('new_firm', 'invitation', 'password_reset', 'email_change'));
