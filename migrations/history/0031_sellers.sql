-- Sellers: whose stock is sold, on what terms, what they are owed, and how they are paid.

create table sellers (
  id uuid primary key default uuidv7(),
  legal_name text not null check (length(legal_name) between 2 and 160),
  contact_email text not null check (contact_email = lower(contact_email) and length(contact_email) <= 254),
  country text not null check (country ~ '^[A-Z]{2}$'),
  state text not null default 'applied' check (state in ('applied', 'verified', 'suspended', 'ended')),
  data_key bytea not null,
  tax_id bytea not null,
  commission_bp integer not null check (commission_bp between 0 and 9000),
  returns_borne_by text not null check (returns_borne_by in ('seller', 'shop')),
  reserve_bp integer not null check (reserve_bp between 0 and 5000),
  reserve_days integer not null check (reserve_days between 0 and 365),
  minimum_payout_cents bigint not null check (minimum_payout_cents between 1 and 100000000),
  -- Who signs in for the seller; most have nobody.
  user_id uuid unique references users (id),
  created_by uuid not null references users (id),
  created_at timestamptz not null
);
comment on column sellers.tax_id is 'Sealed with data_key, which the master key wraps.';

create function seller_may_become(before text, after text) returns boolean language sql immutable return (before, after) in (
  ('applied', 'verified'), ('applied', 'ended'), ('verified', 'suspended'), ('verified', 'ended'),
  ('suspended', 'verified'), ('suspended', 'ended'));
create trigger sellers_transition before update of state on sellers
  for each row when (old.state <> new.state and not seller_may_become(old.state, new.state)) execute function refuse_transition();
create trigger sellers_approved before insert or update of state on sellers
  for each row when (new.state = 'verified') execute function refuse_unapproved('seller.verification');

-- Where a seller is paid: the latest in force. A new one counts from a later moment, so that a theft is noticed before.
create table seller_destinations (
  id uuid primary key default uuidv7(),
  seller_id uuid not null references sellers (id),
  kind text not null check (kind in ('IBAN', 'BTC', 'LTC', 'ETH')),
  sealed bytea not null,
  -- Its first and last characters, for people to recognise it.
  hint text not null check (length(hint) <= 12),
  set_by uuid not null references users (id),
  set_at timestamptz not null,
  in_force_from timestamptz not null check (in_force_from >= set_at)
);
create index seller_destinations_seller on seller_destinations (seller_id, id);

-- Without a seller, stock is the shop's own.
alter table batches add column seller_id uuid references sellers (id);
create index batches_seller on batches (seller_id) where seller_id is not null;
create function keep_seller() returns trigger language plpgsql as $$
begin
  raise exception 'batch % stays with its seller', old.id using errcode = 'restrict_violation';
end $$;
create trigger batches_keep_seller before update of seller_id on batches
  for each row when (old.seller_id is distinct from new.seller_id) execute function keep_seller();

alter table ledger_accounts
  add column seller_id uuid references sellers (id),
  drop constraint ledger_accounts_kind_owner_id_key,
  add constraint ledger_accounts_kind_owner_key unique nulls not distinct (kind, owner_id, seller_id),
  add constraint ledger_accounts_one_owner check (num_nonnulls(owner_id, seller_id) <= 1),
  add constraint ledger_accounts_of_sellers check ((kind like 'seller\_%') = (seller_id is not null));
create index ledger_accounts_seller on ledger_accounts (seller_id) where seller_id is not null;

-- How the price of a seller's card was split, by the terms at its sale, and how far the seller's share has come.
create table seller_lines (
  line_id uuid primary key references order_lines (id),
  seller_id uuid not null references sellers (id),
  price_cents bigint not null check (price_cents > 0),
  commission_bp integer not null,
  commission_cents bigint not null check (commission_cents >= 0),
  share_cents bigint not null check (share_cents >= 0),
  returns_borne_by text not null check (returns_borne_by in ('seller', 'shop')),
  reserve_bp integer not null,
  reserve_days integer not null,
  guarantee_hours integer not null,
  state text not null default 'pending' check (state in ('pending', 'available', 'reversed')),
  sold_at timestamptz not null,
  -- When the guarantee ends: it begins when the code is revealed, or when the card can't be returned any more.
  due_at timestamptz not null,
  available_at timestamptz,
  reserve_cents bigint not null default 0 check (reserve_cents between 0 and share_cents),
  reserve_due_at timestamptz,
  reserve_released_at timestamptz,
  reversed_at timestamptz,
  -- What the seller paid on top of the share: the commission, where the seller bears returns.
  charged_cents bigint not null default 0 check (charged_cents between 0 and commission_cents),
  check (commission_cents + share_cents = price_cents),
  check ((state = 'reversed') = (reversed_at is not null))
);
create index seller_lines_due on seller_lines (due_at, line_id) where state = 'pending';
create index seller_lines_reserve on seller_lines (reserve_due_at, line_id)
  where state = 'available' and reserve_cents > 0 and reserve_released_at is null;
create index seller_lines_seller on seller_lines (seller_id, sold_at);
create trigger seller_lines_kept before delete on seller_lines for each row execute function refuse_change();

create table seller_payouts (
  id uuid primary key default uuidv7(),
  seller_id uuid not null references sellers (id),
  destination_id uuid not null references seller_destinations (id),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'rejected', 'paid', 'failed', 'reversed')),
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  -- The bank's or the chain's own reference of what the operator sent.
  reference text check (length(reference) between 1 and 120),
  paid_by uuid references users (id),
  paid_at timestamptz,
  failed_at timestamptz,
  check ((paid_at is null) = (reference is null) and (paid_at is null) = (paid_by is null)),
  check (state not in ('paid', 'reversed') or paid_at is not null)
);
create unique index seller_payouts_open on seller_payouts (seller_id) where state in ('proposed', 'approved');
create index seller_payouts_seller on seller_payouts (seller_id, id);
create function payout_may_become(before text, after text) returns boolean language sql immutable return (before, after) in (
  ('proposed', 'approved'), ('proposed', 'rejected'), ('approved', 'paid'), ('approved', 'failed'), ('paid', 'reversed'));
create trigger seller_payouts_transition before update of state on seller_payouts
  for each row when (old.state <> new.state and not payout_may_become(old.state, new.state)) execute function refuse_transition();
create trigger seller_payouts_approved before insert or update of state on seller_payouts
  for each row when (new.state in ('approved', 'paid', 'failed', 'reversed')) execute function refuse_unapproved('payout.approval');

-- The nightly comparison of the sellers' books with the ledger, and of what was sold with the limits of the law.
create table seller_nights (
  day date primary key,
  problems integer not null check (problems >= 0),
  ended_at timestamptz not null
);

create view seller_balances as
select seller_id, kind,
  (coalesce((select sum(amount_cents) from ledger_transfers where credit_account_id = a.id), 0)
    - coalesce((select sum(amount_cents) from ledger_transfers where debit_account_id = a.id), 0))::bigint as balance_cents
from ledger_accounts a where seller_id is not null;
