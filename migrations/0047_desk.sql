-- Who answers a ticket says which version of it they read: what was said, or decided, since then refuses the answer.
alter table tickets add column version integer not null default 1;
comment on column tickets.version is 'Goes up with each comment and each new state.';
alter table ticket_comments add column ticket_version integer;
comment on column ticket_comments.ticket_version is
  'The version that the comment made of its ticket; null for those from before there were versions.';
