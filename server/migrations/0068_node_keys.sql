-- Fingerprints of the keys that each process uses, so that "venire doctor" finds one that differs.
alter table nodes add column keys text;
