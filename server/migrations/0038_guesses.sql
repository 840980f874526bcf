-- How often somebody lately tried to sign in, by account, by source, and by both. A try is counted before it is checked.
create table guesses (
  -- SHA-256 of what is counted: no address that a stranger typed in is kept.
  key text primary key,
  -- Leaks with time, so it has fractions.
  tries double precision not null,
  free_at timestamptz(3) not null,
  tried_at timestamptz(3) not null
);
create index guesses_by_time on guesses (tried_at);
