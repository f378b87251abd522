-- What the shop did for its own backups.

create table backups (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= started_at),
  place text not null check (length(place) <= 1000),
  by text not null check (by in ('night', 'command')),
  name text check (length(name) <= 100),
  bytes bigint not null default 0 check (bytes >= 0),
  stored_bytes bigint not null default 0 check (stored_bytes >= 0),
  files integer not null default 0 check (files >= 0),
  new_files integer not null default 0 check (new_files between 0 and files),
  error text not null default '' check (length(error) <= 1000),
  check ((name is null) = (error <> ''))
);
create index backups_newest on backups (ended_at desc);
comment on table backups is 'Each backup of the embedded database that the shop took or tried to take.';
comment on column backups.place is 'The folder or store that it went to, without secrets.';
comment on column backups.by is 'The shop by itself at night, or a command.';
comment on column backups.name is 'Its name there; null where it failed.';
comment on column backups.stored_bytes is 'Of its objects, compressed and encrypted, with those that earlier backups stored.';
comment on column backups.new_files is 'How many of its files changed since the backup before it.';
