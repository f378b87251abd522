-- What came of restoring the newest backup into a folder that was removed afterwards.

create table backup_drills (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= started_at),
  place text not null check (length(place) <= 1000),
  backup text check (length(backup) <= 100),
  bytes bigint not null default 0 check (bytes >= 0),
  segments integer not null default 0 check (segments >= 0),
  error text not null default '' check (length(error) <= 1000)
);
create index backup_drills_newest on backup_drills (ended_at desc);
comment on table backup_drills is 'Each time that the newest backup was restored into a folder of its own, to see that it can be.';
comment on column backup_drills.place is 'The folder or store with the backups, without secrets.';
comment on column backup_drills.backup is 'Which one was restored; null where none could be opened.';
comment on column backup_drills.segments is 'Of the log, replayed after the copy.';
comment on column backup_drills.error is 'Empty where the copy came back and every check held.';

-- A copy of a shop for staging, without what is said about people.

create table scrubs (
  single boolean primary key default true check (single),
  at timestamptz not null,
  backup text not null check (length(backup) <= 100)
);
comment on table scrubs is 'Has its one row in a copy for staging, in which people, codes and keys are made up: it sends no mail, and every page says so.';
comment on column scrubs.backup is 'What it was restored from.';
