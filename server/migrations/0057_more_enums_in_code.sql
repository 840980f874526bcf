-- The same as 0056, for the two lists whose constraints it did not recognize.
alter table excusals drop constraint excusals_position_check;
alter table api_tokens drop constraint api_tokens_scopes_check;
alter table api_tokens add constraint api_tokens_scopes_check check (cardinality(scopes) > 0);
