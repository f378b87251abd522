-- A credit, a sighting and an outflow decide what is credited again, and at which rate: they carry a MAC.
alter table deposit_credits add column mac bytea;
alter table seen_hints
  add column mac bytea,
  add column revision integer not null default 0;
comment on column seen_hints.mac is 'Taken with the end of a sighting, so that it doesn''t come back with its old time.';
alter table outflows
  add column id bigint generated always as identity primary key,
  add column txid text,
  add column mac bytea;
comment on column outflows.txid is 'The transaction by which it left; null where it was recorded before transactions were.';
insert into sealings (name) values ('deposit_credits'), ('seen_hints'), ('outflows');
