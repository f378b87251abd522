-- What a buyer declared when withdrawing from the contract for a card (CRD art. 11a). The line itself is a return like any other.
create table withdrawals (
  id uuid primary key default uuidv7(),
  line_id uuid not null unique references order_lines (id),
  -- As the buyer gave it; emptied with the account.
  name text not null check (length(name) <= 100),
  refund_cents bigint not null check (refund_cents >= 0),
  declared_at timestamptz not null
);
