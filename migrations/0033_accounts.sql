-- When coins left, and at which rate: what leaves is a disposal, whose gain an accountant works out by lots.
alter table outflows
  add column at timestamptz,
  add column rate_id bigint references rate_samples (id),
  add check (rate_id is null or at is not null);
create index outflows_rate on outflows (rate_id);
comment on column outflows.at is 'When its block was made, as the block says; null where it was recorded before times were.';
comment on column outflows.rate_id is 'The accepted rate nearest to that time; null where there is none within a day.';
create index deposit_credits_at on deposit_credits (at, id);

comment on column seller_payouts.sent_units is 'What left without the fee, in base units of a coin or the smallest units of a currency (ISO 4217).';
comment on column bank_entries.units is 'In the smallest units of the currency (ISO 4217).';
comment on column seller_payouts.booked_on is 'The day on which the bank booked it, by an imported statement, or on which its block was made, by the node; null until one has it.';
