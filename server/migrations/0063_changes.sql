-- Counts what changed in a firm, so that a poll can be answered without reading anything else. Each connection counts
-- in its own row, so that writers never wait for each other. A reader adds the rows up. Numbers grow by a random step,
-- so that a restored database never reaches a number it had before with different rows.
create table changes (
  firm_id uuid not null,
  noun text not null,
  connection integer not null,
  number bigint not null,
  primary key (firm_id, noun, connection)
);

-- First argument: the noun. Second argument: how to find the firm.
create function count_changes() returns trigger language plpgsql as $$
declare
  touched uuid[];
begin
  case tg_argv[1]
    when 'firm' then
      select array_agg(distinct changed.firm_id) into touched from changed;
    when 'case' then
      select array_agg(distinct cases.firm_id) into touched from changed join cases on cases.id = changed.case_id;
    when 'session' then
      select array_agg(distinct sessions.firm_id) into touched
      from changed join sessions on sessions.id = changed.session_id;
    when 'video' then
      select array_agg(distinct videos.firm_id) into touched from changed join videos on videos.id = changed.video_id;
  end case;
  insert into changes (firm_id, noun, connection, number)
  select firm_id, tg_argv[0], pg_backend_pid(), 1 + floor(random() * 1000000000)::bigint from unnest(touched) as firm_id
  on conflict (firm_id, noun, connection) do update set number = changes.number + excluded.number;
  return null;
end $$;

do $$
declare
  counted record;
begin
  for counted in
    select * from (values
      ('videos', 'videos', 'firm'), ('video_files', 'videos', 'video'), ('analysis_runs', 'videos', 'video'),
      ('analyses', 'videos', 'video'), ('cases', 'cases', 'firm'), ('case_members', 'cases', 'case'),
      ('sessions', 'sessions', 'firm'), ('session_videos', 'sessions', 'session')
    ) as given (table_name, noun, path)
  loop
    execute format('create trigger counted_insert after insert on %I referencing new table as changed
      for each statement execute function count_changes(%L, %L)', counted.table_name, counted.noun, counted.path);
    execute format('create trigger counted_update after update on %I referencing new table as changed
      for each statement execute function count_changes(%L, %L)', counted.table_name, counted.noun, counted.path);
    execute format('create trigger counted_delete after delete on %I referencing old table as changed
      for each statement execute function count_changes(%L, %L)', counted.table_name, counted.noun, counted.path);
  end loop;
end $$;
