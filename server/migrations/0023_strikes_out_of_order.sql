-- What the court allowed against its own order: out of turn, outside the box, after acceptance. Empty for a strike in order.
alter table strikes add column court_allowed text not null default '';
