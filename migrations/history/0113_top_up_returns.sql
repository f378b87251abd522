-- The way back of unspent top-ups when an account closes: to the address that paid, proposed and approved by two people, and
-- sent by the operator's own wallet. An account that closes buys nothing and adds nothing any more.
create table account_closings (
  user_id uuid primary key references users (id),
  asked_at timestamptz not null,
  -- The buyer, or whoever of the staff opened it.
  asked_by uuid not null references users (id)
);

-- One for each deposit of which something is unspent.
create table top_up_returns (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  deposit_id uuid not null references deposits (id),
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  -- That paid the deposit. The approved proposal names it, too.
  address text not null check (length(address) between 14 and 100),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'asked'
    check (state in ('asked', 'approved', 'rejected', 'withdrawn', 'paid', 'failed', 'reversed')),
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  -- The transaction that the operator's wallet sent.
  txid text check (txid ~ '^(0x)?[0-9a-f]{64}$'),
  paid_by uuid references users (id),
  paid_at timestamptz,
  ended_at timestamptz,
  check ((paid_at is null) = (txid is null) and (paid_at is null) = (paid_by is null)),
  check (state not in ('paid', 'reversed') or paid_at is not null),
  check ((state in ('asked', 'approved', 'paid')) = (ended_at is null))
);
create unique index top_up_returns_deposit on top_up_returns (deposit_id) where state in ('asked', 'approved', 'paid');
create index top_up_returns_user on top_up_returns (user_id, id);
create index top_up_returns_open on top_up_returns (id) where state in ('asked', 'approved');

create function top_up_return_may_become(before text, after text) returns boolean language sql immutable return (before, after) in (
  ('asked', 'approved'), ('asked', 'rejected'), ('asked', 'withdrawn'), ('approved', 'paid'), ('approved', 'failed'),
  ('paid', 'reversed'));
create trigger top_up_returns_transition before update of state on top_up_returns
  for each row when (old.state <> new.state and not top_up_return_may_become(old.state, new.state)) execute function refuse_transition();
create trigger top_up_returns_approved before insert or update of state on top_up_returns
  for each row when (new.state in ('approved', 'paid', 'failed', 'reversed')) execute function refuse_unapproved('top_up_return.approval');
create trigger top_up_returns_kept before delete on top_up_returns for each row execute function refuse_change();
