-- An address is shown, watched and credited only if a MAC of the vault says that the shop derived it and gave it to this
-- buyer: a row alone says nothing any more.
alter table deposit_addresses
  add mac bytea check (length(mac) = 32),
  -- When it was found to be none of ours; then its buyer gets another.
  add refused_at timestamptz;
alter table derived_keys add mac bytea check (length(mac) = 32);

-- A changed key, and a refused address, make room for a new address.
drop index deposit_addresses_unpaid;
create unique index deposit_addresses_unpaid on deposit_addresses (user_id, coin, account_id)
  where paid_at is null and refused_at is null;

-- What was there before this release. The first start with the master key seals it; only the owner writes this table.
create table rows_to_seal (
  kind text not null check (kind in ('address', 'key', 'line')),
  id text not null,
  primary key (kind, id)
);
insert into rows_to_seal (kind, id) select 'address', id::text from deposit_addresses;
insert into rows_to_seal (kind, id) select 'key', account_id || ':' || index from derived_keys;
