-- Dollars for one unit of another currency, in billionths: a dong or a rial has no digits to lose.

-- Functions that read these columns are made again with the rules.
drop function if exists sealed_facts(fiat_samples);
drop function if exists sealed_facts(seller_payouts);
drop function if exists purchase_cost_cents(bigint, bigint, integer, bigint, bigint);

alter table fiat_samples alter column usd_e8 type numeric(38,0) using usd_e8 * 10;
alter table fiat_samples rename column usd_e8 to usd_e9;
alter table fiat_samples rename constraint fiat_samples_usd_e8_check to fiat_samples_usd_e9_check;
comment on column fiat_samples.usd_e9 is 'Billionths of a dollar for one unit of the currency.';

alter table rate_jumps
  alter column usd_e8 type numeric(38,0) using usd_e8 * 10,
  alter column from_usd_e8 type numeric(38,0) using from_usd_e8 * 10;
alter table rate_jumps rename column usd_e8 to usd_e9;
alter table rate_jumps rename column from_usd_e8 to from_usd_e9;
alter table rate_jumps rename constraint rate_jumps_usd_e8_check to rate_jumps_usd_e9_check;
alter table rate_jumps rename constraint rate_jumps_from_usd_e8_check to rate_jumps_from_usd_e9_check;
comment on column rate_jumps.usd_e9 is 'Billionths of a dollar for one coin or unit of the currency.';

alter table batches
  alter column usd_rate_micro type bigint using usd_rate_micro * 1000,
  alter column cost_rate_micro type bigint using cost_rate_micro * 1000;
alter table batches rename column usd_rate_micro to usd_e9;
alter table batches rename column cost_rate_micro to cost_usd_e9;
alter table batches rename constraint batches_usd_rate_micro_check to batches_usd_e9_check;
alter table batches rename constraint batches_cost_rate_micro_check to batches_cost_usd_e9_check;
comment on column batches.usd_e9 is
  'Billionths of a dollar for one unit of the programme''s currency, when the prices were set.';

alter table imports alter column usd_rate_micro type bigint using usd_rate_micro * 1000;
alter table imports rename column usd_rate_micro to usd_e9;
alter table imports rename constraint imports_usd_rate_micro_check to imports_usd_e9_check;

alter table seller_payouts alter column sent_usd_e8 type numeric(38,0) using sent_usd_e8 * 10;
alter table seller_payouts rename column sent_usd_e8 to sent_usd_e9;
alter table seller_payouts rename constraint seller_payouts_sent_usd_e8_check to seller_payouts_sent_usd_e9_check;
comment on column seller_payouts.sent_usd_e9 is
  'Billionths of a dollar for one coin or unit of the currency, by which it was compared with what was owed; null without a current rate.';
