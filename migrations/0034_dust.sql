-- What a transaction pays to an address in outputs that cost more to spend than they are worth. It counts, and is credited in sum.
create table dust_deposits (
  id bigint generated always as identity primary key,
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  txid text not null,
  n integer not null check (n >= 0),
  key text not null,
  user_id uuid not null references users,
  payment_id uuid not null references payments,
  amount_units numeric(78, 0) not null check (amount_units > 0),
  output_ns integer[],
  output_units numeric(78, 0)[],
  senders text[] default '{}'::text[] not null,
  min_depth integer not null check (min_depth >= 0),
  first_seen_at timestamp with time zone not null,
  height bigint,
  hash text,
  deposit_id uuid references deposits,
  mac bytea check (length(mac) = 32),
  revision integer default 0 not null,
  unique (coin, txid, n),
  foreign key (coin, key) references deposit_addresses (coin, key),
  check ((height is null) = (hash is null)),
  constraint dust_deposits_outputs check (
    (output_ns is null) = (output_units is null)
      and (output_ns is null or (cardinality(output_ns) > 1 and cardinality(output_ns) = cardinality(output_units) and output_ns[1] = n)))
) with (fillfactor = 50);
create index dust_deposits_open on dust_deposits (coin, user_id, height, amount_units) where deposit_id is null;
create index dust_deposits_hash on dust_deposits (coin, hash);
create index dust_deposits_key on dust_deposits (coin, key);
create index dust_deposits_deposit on dust_deposits (deposit_id) where deposit_id is not null;
create index dust_deposits_payment on dust_deposits (payment_id);
create index dust_deposits_user on dust_deposits (user_id, id);
comment on table dust_deposits is
  'Payments in outputs that cost more to spend than they are worth, one row for what a transaction pays to an address.';
comment on column dust_deposits.n is 'Which of the transaction''s outputs it is, the first of several.';
comment on column dust_deposits.output_ns is 'Which outputs add up to it; null if it is one.';
comment on column dust_deposits.output_units is 'What each of those outputs holds, in the same order.';
comment on column dust_deposits.payment_id is 'The newest quote of its address when it came.';
comment on column dust_deposits.min_depth is 'Blocks it must lie under, whatever the amount: a miner''s reward needs 100.';
comment on column dust_deposits.deposit_id is 'The deposit of the sum that it is part of; null while the sum is too small.';
