-- The audit log and the ledger are searched at any size and checked in pieces; currencies wait for two people as coins do.

create index audit_entries_at on audit_entries (at);
create index audit_entries_action on audit_entries (action, id);
create index ledger_transfers_created on ledger_transfers (created_at);
create index ledger_transfers_reference on ledger_transfers (reference, id) where reference is not null;
create index ledger_accounts_of_kind on ledger_accounts (kind, id);

create table verifications (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('audit', 'ledger')),
  nightly boolean not null,
  started_at timestamptz not null,
  -- Renewed by each piece: a check that stood still for an hour is given up.
  stepped_at timestamptz not null,
  ended_at timestamptz,
  given_up boolean not null default false,
  pieces integer not null default 0 check (pieces >= 0),
  done bigint not null default 0 check (done >= 0),
  total bigint not null default 0 check (total >= 0),
  -- Where the next piece begins; null before the first one.
  place jsonb,
  problems integer not null default 0 check (problems >= 0),
  -- The first of the problems.
  named text[] not null default '{}',
  check (ended_at is not null or not given_up)
);
comment on table verifications is 'Checks of the audit chain and the ledger, piece by piece in the background.';
create unique index verifications_open on verifications (kind) where ended_at is null;
create index verifications_latest on verifications (kind, id desc);

create table ledger_days (
  day date not null,
  debit_kind text not null,
  credit_kind text not null,
  kind text not null,
  transfers bigint not null check (transfers > 0),
  cents bigint not null check (cents > 0),
  primary key (day, debit_kind, credit_kind, kind)
);
comment on table ledger_days is 'What moved between kinds of accounts on a day that is over (UTC), so that sums need no walk over the ledger.';

alter table rate_jumps alter column coin drop not null;
alter table rate_jumps add column currency text check (currency ~ '^[A-Z]{3}$' and currency <> 'USD');
alter table rate_jumps add constraint rate_jumps_of_one check (num_nonnulls(coin, currency) = 1);
create unique index rate_jumps_open_currency on rate_jumps (currency) where ended_at is null;

-- The jump that people accepted with this sample: later rates are judged against it.
alter table fiat_samples add column jump_id uuid unique references rate_jumps (id);
