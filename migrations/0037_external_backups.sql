-- Backups of databases that aren't the shop's own, and what a store has of each.
alter table backups
  add column form text not null default 'files' check (form in ('files', 'dump', 'pgbackrest')),
  add column found_at timestamptz,
  add column removed_at timestamptz,
  add column removal_error text not null default '' check (length(removal_error) <= 1000);
alter table backups drop constraint backups_by_check;
alter table backups add constraint backups_by_check check (by in ('night', 'command', 'upgrade', 'pgbackrest'));
comment on table backups is 'Each backup of the database that the shop took or tried to take, or found with pgBackRest.';
comment on column backups.by is 'The shop by itself at night or before an upgrade, a command, or pgBackRest.';
comment on column backups.form is 'A copy of the server''s files, a dump, or one of pgBackRest.';
comment on column backups.found_at is 'When its store last had every part of it.';
comment on column backups.removed_at is 'When its store had it no more.';
comment on column backups.removal_error is 'Why backups that are too old could not be removed after it.';
