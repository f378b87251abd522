-- How far the stored texts of each kind were read again by a version of the import guard.

create table text_scans (
  source text not null check (source ~ '^[a-z_]+$'),
  guard_version integer not null check (guard_version > 0),
  -- The last row that was read.
  after uuid,
  scanned integer not null default 0 check (scanned >= 0),
  found integer not null default 0 check (found between 0 and scanned),
  started_at timestamptz not null,
  completed_at timestamptz,
  primary key (source, guard_version)
);
