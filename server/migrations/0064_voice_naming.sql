-- The lead of a turn's voice over the next-best voice. Null if unknown, or if a person assigned the turn.
alter table transcript_turns add column voice_margin real;
-- Assignments before the last change, so that it can be undone.
alter table voice_wishes add column undo jsonb;
