-- What left the shop's bank or wallet for a seller, under a MAC like all of the payout.
alter table seller_payouts
  add column sent_currency text check (sent_currency ~ '^[A-Z]{3}$'),
  add column sent_units numeric(78,0) check (sent_units > 0),
  add column fee_units numeric(78,0) check (fee_units >= 0),
  add column sent_usd_e8 numeric(38,0) check (sent_usd_e8 > 0),
  add column mac bytea,
  add check ((sent_currency is null) = (sent_units is null) and (sent_currency is null) = (fee_units is null)),
  add check (sent_currency is null or paid_at is not null),
  add check (sent_usd_e8 is null or sent_currency is not null);
comment on column seller_payouts.sent_currency is 'Of what left: a coin, or the currency of the bank account. null where a payout was recorded before amounts were.';
comment on column seller_payouts.sent_units is 'What left without the fee, in base units of a coin or hundredths of a currency.';
comment on column seller_payouts.fee_units is 'What the bank or the chain took besides, in the same units: at the cost of the shop.';
comment on column seller_payouts.sent_usd_e8 is 'Hundred-millionths of a dollar for one coin or unit of the currency, by which it was compared with what was owed; null without a current rate.';
insert into sealings (name) values ('seller_payouts');
