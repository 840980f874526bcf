-- What a person has put together of a session's highlights to be shown, in its order.
create table reel_items (
  session_id uuid not null references sessions (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  highlight_id uuid not null references highlights (id) on delete cascade,
  position integer not null,
  primary key (session_id, user_id, highlight_id)
);
create index reel_items_of_highlight on reel_items (highlight_id);
create index reel_items_of_user on reel_items (user_id);
