-- Parts of an attached transcript that aren't speech, such as its index and certificate.
alter table analyses add column cuts jsonb not null default '[]';
