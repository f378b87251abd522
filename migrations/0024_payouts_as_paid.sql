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

alter table seller_payouts
  add column booked_on date,
  add check (booked_on is null or paid_at is not null);
comment on column seller_payouts.booked_on is 'The day on which the bank booked it, by an imported statement; null until one has it.';

-- Statements of the bank, and what stands in them.
create table bank_statements (
  id uuid primary key default uuidv7(),
  sha256 bytea not null unique check (length(sha256) = 32),
  format text not null check (format in ('camt.053', 'csv')),
  account_hint text not null check (length(account_hint) <= 12),
  first_on date not null,
  last_on date not null check (last_on >= first_on),
  known integer not null check (known >= 0),
  layout jsonb check ((layout is null) = (format <> 'csv')),
  imported_by uuid not null references users (id),
  imported_at timestamptz not null
);
comment on table bank_statements is 'Statements of the shop''s bank accounts that somebody imported. The files themselves aren''t stored.';
comment on column bank_statements.account_hint is 'The first and last characters of the account.';
comment on column bank_statements.known is 'Entries of the file that stood in an earlier one.';
comment on column bank_statements.layout is 'What the columns of a CSV file are, to be offered again.';

create table bank_entries (
  id uuid primary key default uuidv7(),
  statement_id uuid not null references bank_statements (id),
  key bytea not null unique check (length(key) = 32),
  direction text not null check (direction in ('debit', 'credit')),
  booked_on date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  units numeric(78,0) not null check (units > 0),
  name text not null check (length(name) <= 140),
  text text not null check (length(text) <= 500),
  hidden boolean not null,
  iban_hint text check (length(iban_hint) <= 12),
  iban_mac bytea check ((iban_mac is null) = (iban_hint is null)),
  state text not null default 'open' check (state in ('open', 'matched', 'explained')),
  payout_id uuid unique references seller_payouts (id),
  how text check (how in ('reference', 'iban', 'person')),
  decided_by uuid references users (id),
  decided_at timestamptz,
  note text check (length(note) <= 500),
  check ((state = 'matched') = (payout_id is not null) and (state = 'matched') = (how is not null)),
  check ((state = 'explained') = (note is not null)),
  check ((state = 'open') = (decided_at is null)),
  check (state <> 'matched' or direction = 'debit')
);
create index bank_entries_statement on bank_entries (statement_id, id);
create index bank_entries_open on bank_entries (id) where state = 'open' and direction = 'debit';
comment on table bank_entries is 'What a bank booked on an account of the shop, and which payout explains it.';
comment on column bank_entries.key is 'A digest of what the bank says of the entry: the same one in another file is known.';
comment on column bank_entries.units is 'In hundredths of the currency.';
comment on column bank_entries.hidden is 'Name and text are left out, because they may hold payment-card data.';
comment on column bank_entries.iban_mac is 'A MAC over the account of the other side, to compare it with destinations; the account itself isn''t stored.';
comment on column bank_entries.note is 'What a debit was that no payout explains.';
