-- What the engine wrote, while text, words and lines show it as corrected; null where nothing is corrected.
alter table transcript_turns add column original jsonb;

-- Corrections laid over the words, and their undoing. The words themselves never change, and neither do these rows.
create table corrections (
  id uuid primary key,
  seq bigint generated always as identity unique,
  video_id uuid not null references videos (id) on delete cascade,
  turn integer not null check (turn >= 0),
  -- First and last word, counted from 0 in the original text.
  word_from integer not null check (word_from >= 0),
  word_to integer not null check (word_to >= word_from),
  original_text text not null,
  new_text text not null check (length(new_text) <= 2000),
  replaces jsonb not null default '[]',
  undoes uuid unique references corrections (id) on delete cascade,
  created_by uuid not null references users (id),
  created_at timestamptz(3) not null default now()
);
create index corrections_of_turn on corrections (video_id, turn, seq);

create function corrections_never_change() returns trigger language plpgsql as $$
begin
  raise exception 'corrections never change; lay a new one over the words';
end $$;
create trigger corrections_never_change before update on corrections
  for each row execute function corrections_never_change();

-- Which juror a voice may be, from numbers that were said aloud: proposals for a person to confirm.
create table speaker_proposals (
  video_id uuid primary key references videos (id) on delete cascade,
  proposals jsonb not null
);

-- Cases for which a second opinion by a language model is asked. Without a row it is not.
create table case_opinions (
  case_id uuid primary key references cases (id) on delete cascade,
  enabled boolean not null,
  changed_by uuid not null references users (id),
  changed_at timestamptz(3) not null default now()
);
