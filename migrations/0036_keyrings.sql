-- Keys that can be changed while the shop sells.
create table keyrings (
  master_id text primary key check (master_id ~ '^[0-9a-f]{8}$'),
  version integer not null check (version > 0),
  sealed bytea not null,
  changed_at timestamptz not null
);
comment on table keyrings is 'The keys of the shop, sealed under its master key. None while no key was ever changed; two while the master key is replaced.';
comment on column keyrings.master_id is 'Names the master key that opens it, and says nothing about it.';

create table former_data_keys (
  key_id bytea not null check (length(key_id) = 4),
  place text not null,
  row_id text not null,
  replaced_at timestamptz not null,
  primary key (key_id, place, row_id)
);
comment on table former_data_keys is 'Which rows had a data key that a replaced key wrapped: what a copy of that key could have opened.';
comment on column former_data_keys.key_id is 'Names the key that wrapped it.';
comment on column former_data_keys.place is 'The table that has the data key.';
