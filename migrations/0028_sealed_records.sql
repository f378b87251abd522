-- A block on spending ends with the debt alone. Who lifted one before that stands in the audit log.
alter table spending_blocks drop column lifted_by;

-- The MAC of a deposit covers the time from which it was deep enough, too.
alter table rows_to_seal drop constraint rows_to_seal_kind_check;
alter table rows_to_seal add constraint rows_to_seal_kind_check check (kind in (
  'address', 'key', 'line', 'gift', 'address again', 'key again', 'gift again', 'deposit again', 'deposit confirmed'));
insert into rows_to_seal (kind, id) select 'deposit confirmed', id::text from deposits where confirmed_at is not null;

-- Answers of issuers, by which claims are refunded, carry a MAC.
alter table issuer_answers add mac bytea check (length(mac) = 32);
insert into sealings (name) values ('issuer_answers');
