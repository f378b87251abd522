-- What makes a change of the books visible: one link for each transfer, made after its commit.
create table ledger_chain (
  "position" bigint primary key check ("position" > 0),
  transfer_id bigint not null unique references ledger_transfers (id),
  sealed_at timestamptz not null,
  link bytea not null check (length(link) = 32)
);
comment on table ledger_chain is 'The chain of MACs over the transfers of the books, in the order in which they were committed: each link covers the one before it.';
comment on column ledger_chain.sealed_at is 'When the link was made, which shows a transfer that claims another time.';
