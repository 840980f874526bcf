-- Counts changes of more tables, so that polls of cases, sessions, highlights, exports, and notifications need no query.
create or replace function count_changes() returns trigger language plpgsql as $$
declare
  touched uuid[];
begin
  case tg_argv[1]
    when 'firm' then
      select array_agg(distinct changed.firm_id) into touched from changed;
    when 'own' then
      select array_agg(distinct changed.id) into touched from changed;
    when 'case' then
      select array_agg(distinct cases.firm_id) into touched from changed join cases on cases.id = changed.case_id;
    when 'session' then
      select array_agg(distinct sessions.firm_id) into touched
      from changed join sessions on sessions.id = changed.session_id;
    when 'video' then
      select array_agg(distinct videos.firm_id) into touched from changed join videos on videos.id = changed.video_id;
    when 'highlight' then
      select array_agg(distinct highlights.firm_id) into touched
      from changed join highlights on highlights.id = changed.highlight_id;
    when 'export' then
      select array_agg(distinct exports.firm_id) into touched from changed join exports on exports.id = changed.export_id;
    when 'run' then
      select array_agg(distinct videos.firm_id) into touched from changed
      join analysis_runs on analysis_runs.id = changed.run_id join videos on videos.id = analysis_runs.video_id;
  end case;
  insert into changes (firm_id, noun, connection, number)
  select firm_id, tg_argv[0], pg_backend_pid(), 1 + floor(random() * 1000000000)::bigint from unnest(touched) as firm_id
  on conflict (firm_id, noun, connection) do update set number = changes.number + excluded.number;
  return null;
end $$;

-- Not when somebody was last seen, which every minute writes.
create function count_people() returns trigger language plpgsql as $$
begin
  insert into changes (firm_id, noun, connection, number)
  select firm_id, 'team', pg_backend_pid(), 1 + floor(random() * 1000000000)::bigint
  from (
    select distinct members.firm_id from changed join was using (id) join members on members.user_id = changed.id
    where to_jsonb(changed) - 'last_seen_at' <> to_jsonb(was) - 'last_seen_at'
  ) as touched
  on conflict (firm_id, noun, connection) do update set number = changes.number + excluded.number;
  return null;
end $$;

create trigger counted_update after update on users referencing old table as was new table as changed
  for each statement execute function count_people('team');

do $$
declare
  counted record;
begin
  for counted in
    select * from (values
      ('firms', 'team', 'own'), ('members', 'team', 'firm'), ('case_opinions', 'cases', 'case'),
      ('media_checks', 'videos', 'video'), ('annotations', 'annotations', 'video'),
      ('transcript_turns', 'transcripts', 'video'), ('partial_turns', 'transcripts', 'run'),
      ('speaker_assignments', 'transcripts', 'video'), ('findings', 'findings', 'video'),
      ('jurors', 'jurors', 'firm'), ('strikes', 'strikes', 'firm'), ('highlights', 'highlights', 'firm'),
      ('highlight_comments', 'highlights', 'highlight'), ('highlight_sources', 'highlights', 'session'),
      ('exports', 'exports', 'firm'), ('export_downloads', 'exports', 'export'), ('export_policies', 'exports', 'firm'),
      ('share_links', 'exports', 'export'), ('notifications', 'notifications', 'firm')
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
