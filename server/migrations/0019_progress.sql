-- How far each stage of a run is, as the engine told it last.
alter table analysis_runs add column stages jsonb;
-- The stage from which somebody asked to work anew; empty once its artifacts are removed.
alter table analysis_runs add column redo_from text;

-- Words that were recognised while a run goes on; they go when its results are stored, or when the next run begins.
create table partial_turns (
  run_id uuid not null references analysis_runs (id) on delete cascade,
  start_ms bigint not null,
  end_ms bigint not null,
  text text not null,
  primary key (run_id, start_ms)
);
