-- Who sells, at what rates of VAT, and the invoices and credit notes that follow from the ledger.

create table operator_versions (
  proposal_id uuid primary key references proposals (id),
  legal_name text not null,
  street text not null,
  postal_code text not null,
  city text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  vat_id text,
  tax_number text,
  at timestamptz not null
);
comment on table operator_versions is
  'Who the shop''s operator is by law, as two people agreed to it; the newest is in force. Invoices are issued for sales after the first.';

create table tax_rates (
  proposal_id uuid not null references proposals (id),
  country text not null check (country ~ '^[A-Z]{2}$'),
  programme_id uuid references programmes (id),
  rate_bp integer not null check (rate_bp between 0 and 5000),
  valid_from date not null,
  at timestamptz not null,
  primary key (proposal_id, country)
);
create index tax_rates_in_force on tax_rates (country, valid_from);
comment on table tax_rates is
  'Rates of VAT on single-purpose vouchers for a country, for one programme or for all, as two people agreed to them.';
comment on column tax_rates.rate_bp is 'Hundredths of a percent, included in the price.';
comment on column tax_rates.valid_from is 'The first day (UTC) whose sales have it.';

create table invoices (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('invoice', 'credit_note')),
  year integer not null check (year between 2020 and 2999),
  number integer not null check (number > 0),
  transfer_id bigint not null unique references ledger_transfers (id),
  "position" bigint not null unique,
  order_id uuid not null references orders (id),
  user_id uuid not null references users (id),
  invoice_id uuid references invoices (id),
  operator_id uuid not null references operator_versions (proposal_id),
  supplied_at timestamptz not null,
  issued_at timestamptz not null,
  buyer_name text not null,
  buyer_country text,
  lines jsonb not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  gross_cents bigint not null check (gross_cents = net_cents + vat_cents),
  mac bytea not null,
  unique (kind, year, number),
  check ((kind = 'credit_note') = (invoice_id is not null))
);
create index invoices_of_order on invoices (order_id);
create index invoices_of_user on invoices (user_id, id);
create index invoices_supplied on invoices (supplied_at);
comment on table invoices is
  'Invoices for orders and credit notes for what was given back, as they were issued: amounts of credit notes count as taken off.';
comment on column invoices.number is 'Without a gap within its kind and year.';
comment on column invoices.transfer_id is 'The sale, or what gave money back.';
comment on column invoices."position" is 'The place of that transfer in the chain of the ledger, in which order numbers are given.';
comment on column invoices.invoice_id is 'What a credit note takes off from.';
comment on column invoices.supplied_at is 'When the sale or the refund was posted.';
comment on column invoices.lines is
  'One for each card: what it is, the country that taxes it, and its price with the VAT in it; rate_bp is null where none is due at the sale.';
