-- In steps: each of these tables has a row for every sale, and nobody can sell while an index is built in one transaction.

-- Sales go by the day, and what came back is counted apart.
create index concurrently if not exists seller_lines_sold on seller_lines (sold_at);
create index concurrently if not exists order_lines_given_back on order_lines (id) include (price_cents)
  where state in ('returned', 'refunded');
create index concurrently if not exists seller_lines_reversed on seller_lines (line_id)
  include (price_cents, commission_cents, returns_borne_by) where state = 'reversed';

-- Hardly any: the first piece of a book asks for them.
create index concurrently if not exists ledger_transfers_without_reference on ledger_transfers (kind) where reference is null;
