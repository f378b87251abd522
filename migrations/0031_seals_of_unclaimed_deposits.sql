-- An unclaimed deposit becomes money once two people know whose it is: it carries a MAC as deposits do.
alter table unclaimed_deposits
  add column mac bytea check (length(mac) = 32),
  add column revision integer not null default 0;
insert into sealings (name) values ('unclaimed_deposits');
