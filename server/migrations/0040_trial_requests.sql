-- Where sign-up is closed, "Start Free Trial" asks the operator.
alter table contact_requests drop constraint contact_requests_kind_check;
alter table contact_requests add constraint contact_requests_kind_check
  check (kind in ('demo', 'trial', 'support', 'legal'));
