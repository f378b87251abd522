-- Who says what an outflow was for, and what the chain says about its transaction.

create table outflow_transactions (
  id bigint generated always as identity primary key,
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  txid text not null check (length(txid) <= 200),
  noted_at timestamptz not null default now(),
  mined_at timestamptz,
  fee_units numeric(78,0) check (fee_units >= 0),
  paid jsonb,
  read_at timestamptz,
  mac bytea check (length(mac) = 32),
  unique (coin, txid),
  check ((read_at is null) = (mined_at is null)),
  check (read_at is not null or (fee_units is null and paid is null and mac is null))
);
create index outflow_transactions_unread on outflow_transactions (coin) where read_at is null;
comment on table outflow_transactions is 'Each transaction by which something left our addresses, noted with its first outflow.';
comment on column outflow_transactions.mined_at is 'The time of its block, as the miner claims; null until the block was read.';
comment on column outflow_transactions.fee_units is 'Null where it is not known: not all inputs were ours, or the chain hides a part.';
comment on column outflow_transactions.paid is 'What it paid, as pairs of key and units; null where the chain hides a part.';
comment on column outflow_transactions.read_at is 'When its block was read, once it was deep enough to stay.';
insert into outflow_transactions (coin, txid) select distinct coin, txid from outflows where txid is not null;
create index outflows_transaction on outflows (coin, txid);

create table outflow_labels (
  id uuid primary key default uuidv7(),
  coin text not null,
  txid text not null,
  label text not null check (label in ('cold_wallet', 'refund', 'payout', 'fee', 'other')),
  reason text check (length(reason) between 3 and 500),
  labelled_by uuid references users (id),
  at timestamptz not null,
  mac bytea not null check (length(mac) = 32),
  foreign key (coin, txid) references outflow_transactions (coin, txid),
  constraint outflow_labels_say_why check (label <> 'other' or reason is not null)
);
create index outflow_labels_newest on outflow_labels (coin, txid, at desc, id desc);
comment on table outflow_labels is 'What an outflow was for. The newest label counts; earlier ones stay.';
comment on column outflow_labels.labelled_by is 'Null where the shop found what it was for in its own records.';

-- The operator's own wallets, seen by what is public of them.

create table cold_wallets (
  id uuid primary key default uuidv7(),
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('address', 'xpub')),
  source text not null check (length(source) between 14 and 150),
  state text not null default 'proposed' check (state in ('proposed', 'rejected', 'watched', 'removed')),
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  mac bytea check (length(mac) = 32)
);
create unique index cold_wallets_source on cold_wallets (coin, source) where state in ('proposed', 'watched');
comment on table cold_wallets is 'Wallets of the operator that two people agreed to watch. No key here can spend.';
comment on column cold_wallets.source is 'The address, or the extended public key.';

create table cold_wallet_balances (
  id bigint generated always as identity primary key,
  wallet_id uuid not null references cold_wallets (id),
  at timestamptz not null,
  height bigint not null,
  hash text not null,
  units numeric(78,0) not null check (units >= 0),
  mac bytea check (length(mac) = 32)
);
create index cold_wallet_balances_newest on cold_wallet_balances (wallet_id, id desc);
comment on table cold_wallet_balances is 'What the nodes said each night that a watched wallet holds.';
