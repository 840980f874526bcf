-- Whether an analysis listened for people who speak at once (the models of voices do). Those made before this are taken to
-- have, where voices were told apart and overlaps are marked; the others did not.
alter table analyses add column overlaps_heard boolean not null default false;
update analyses set overlaps_heard = true where speaker_method = 'voices' and voice_overlaps <> '[]';
