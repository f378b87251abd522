-- A seller whose sales go to few buyers may buy from themselves: their share waits until a person releases it.
create table seller_waits (
  id uuid primary key default uuidv7(),
  seller_id uuid not null references sellers (id),
  since timestamptz not null,
  cards integer not null check (cards > 0),
  percent integer not null check (percent between 1 and 100),
  released_at timestamptz,
  released_by uuid references users (id),
  release_reason text check (length(release_reason) between 3 and 500),
  check ((released_at is null) = (released_by is null) and (released_at is null) = (release_reason is null))
);
create unique index seller_waits_open on seller_waits (seller_id) where released_at is null;
create index seller_waits_seller on seller_waits (seller_id, released_at);
