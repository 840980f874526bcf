-- The court's time zone; null follows the firm's.
alter table cases add column time_zone text;
