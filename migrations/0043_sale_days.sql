-- What was sold on a day that is over, so that what the shop's own accounts must hold needs no walk over all sales.
create table sale_days (
  day date primary key,
  lines bigint not null check (lines >= 0),
  price_cents bigint not null check (price_cents >= 0),
  shared_cents bigint not null check (shared_cents >= 0),
  commission_cents bigint not null check (commission_cents >= 0)
);
comment on table sale_days is 'What cards were sold for on a day that is over (UTC), whatever became of them since.';
comment on column sale_days.lines is 'Cards that were sold.';
comment on column sale_days.shared_cents is 'The prices of those of them that were sellers'' cards.';
comment on column sale_days.commission_cents is 'What the shop kept of these.';

-- Sales go by the day, and what came back is counted apart.
create index seller_lines_sold on seller_lines (sold_at);
create index order_lines_given_back on order_lines (id) include (price_cents) where state in ('returned', 'refunded');
create index seller_lines_reversed on seller_lines (line_id) include (price_cents, commission_cents, returns_borne_by)
  where state = 'reversed';

-- Hardly any: the first piece of a book asks for them.
create index ledger_transfers_without_reference on ledger_transfers (kind) where reference is null;
