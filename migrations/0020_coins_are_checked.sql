-- What the records say of the coins is compared with the nodes, too.
alter table verifications drop constraint verifications_kind_check;
alter table verifications add constraint verifications_kind_check check (kind in ('audit', 'ledger', 'coins'));
