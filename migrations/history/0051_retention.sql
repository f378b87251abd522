-- How long personal data is kept, what was deleted when, texts that can be redacted, and the reveal log by time.

create table retention_periods (
  name text primary key check (name ~ '^[a-z_]+$'),
  days integer not null check (days > 0),
  changed_by uuid not null references users (id),
  changed_at timestamptz not null
);

create table retention_runs (
  name text not null check (name ~ '^[a-z_]+$'),
  -- In UTC.
  day date not null,
  deleted bigint not null check (deleted >= 0),
  -- What had ended before was deleted.
  before timestamptz not null,
  -- Null: there is more to delete.
  completed_at timestamptz,
  primary key (name, day)
);
create index retention_runs_latest on retention_runs (day desc, name);

-- Empty once it was redacted.
alter table ticket_notes drop constraint ticket_notes_body_check, add check (length(body) <= 8000);

create index audit_entries_reveals on audit_entries (at) where action = 'card.revealed';
