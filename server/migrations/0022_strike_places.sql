-- Where and when in the sitting a strike was said, as the record of it must tell.
alter table strikes
  add column phase text check (phase in ('box_round', 'sidebar', 'individual', 'strike_conference', 'other')),
  -- Of the juror, when it was said.
  add column seat integer,
  -- Of a peremptory: what its side had left after it.
  add column left_after integer check (left_after >= 0);
