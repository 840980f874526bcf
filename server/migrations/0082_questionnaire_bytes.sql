alter table jurors add column questionnaire_bytes integer not null
  generated always as (octet_length(questionnaire::text)) stored;
