-- Ways back of top-ups, and servers that are told of alerts, carry a MAC.
alter table top_up_returns add column mac bytea check (length(mac) = 32);
alter table alert_receivers
  add column mac bytea check (length(mac) = 32),
  add column revision integer not null default 0;
insert into sealings (name) values ('alert_receivers'), ('top_up_returns');
