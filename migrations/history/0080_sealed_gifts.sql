-- A gift's link opens the line that it was made for, and no other: the vault's MAC over both says so.
alter table gifts add mac bytea check (length(mac) = 32);
alter table rows_to_seal drop constraint rows_to_seal_kind_check;
alter table rows_to_seal add constraint rows_to_seal_kind_check check (kind in ('address', 'key', 'line', 'gift'));
insert into rows_to_seal (kind, id) select 'gift', id::text from gifts where opened_at is null and withdrawn_at is null;
