-- Shows on the highlights page only the findings that the second opinion agrees with, and what people marked or confirmed.
alter table case_opinions add column agreed_only boolean not null default false;
