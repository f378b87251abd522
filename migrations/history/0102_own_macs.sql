-- Addresses, derived keys and gifts get MACs by keys that only the process with the master key has. Those from before carry one
-- by the key that all processes share: the start that migrates checks that and replaces it.
alter table rows_to_seal drop constraint rows_to_seal_kind_check;
alter table rows_to_seal add constraint rows_to_seal_kind_check
  check (kind in ('address', 'key', 'line', 'gift', 'address again', 'key again', 'gift again'));
insert into rows_to_seal (kind, id) select 'address again', id::text from deposit_addresses where mac is not null;
insert into rows_to_seal (kind, id) select 'key again', account_id || ':' || index from derived_keys where mac is not null;
insert into rows_to_seal (kind, id) select 'gift again', id::text from gifts where mac is not null;
