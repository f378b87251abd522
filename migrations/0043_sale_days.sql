-- Was d7b95dc2117943a5b6067cafafb6cb8e6d889d504c83aa220feab1a4ea43d99f, with the indexes that are in 0059 now.

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
