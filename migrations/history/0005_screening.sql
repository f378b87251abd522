-- The operator's sanctions list, as it was last read.

create table sanctions_lists (
  id bigint generated always as identity primary key,
  sha256 bytea not null check (length(sha256) = 32),
  entries integer not null check (entries >= 0),
  -- Lines that are no address of a chain we know.
  skipped integer not null check (skipped >= 0),
  loaded_at timestamptz not null
);

create table sanctioned_keys (
  key text primary key,
  list_id bigint not null references sanctions_lists (id)
);
