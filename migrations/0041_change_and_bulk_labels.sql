-- Wallets that several keys share.
alter table cold_wallets drop constraint cold_wallets_kind_check;
alter table cold_wallets add constraint cold_wallets_kind_check check (kind in ('address', 'xpub', 'multisig'));
alter table cold_wallets drop constraint cold_wallets_source_check;
alter table cold_wallets add constraint cold_wallets_source_check check (length(source) between 14 and 2000);
comment on column cold_wallets.source is 'The address, the extended public key, or the descriptor of several.';

-- What a wallet of the shop's keys paid itself as change: it left no address for good.
create table change_outputs (
  id bigint generated always as identity primary key,
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  key text not null,
  txid text not null,
  n integer not null check (n >= 0),
  amount_units numeric(78, 0) not null check (amount_units > 0),
  height bigint,
  hash text,
  mac bytea check (length(mac) = 32),
  revision integer default 0 not null,
  unique (coin, txid, n),
  check ((height is null) = (hash is null))
);
create index change_outputs_key on change_outputs (coin, key);
create index change_outputs_hash on change_outputs (coin, hash);
comment on table change_outputs is 'What the wallet of the shop''s own keys paid itself as change, on its branch for that.';
comment on column change_outputs.hash is 'The block that it stands in; null while none of the best chain does.';

-- What left before somebody wrote down what for.
alter table outflow_labels drop constraint outflow_labels_label_check;
alter table outflow_labels add constraint outflow_labels_label_check check (
  label in ('cold_wallet', 'refund', 'payout', 'fee', 'before_record', 'other'));
