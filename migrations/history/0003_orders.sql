-- Cart and orders.

create table cart_items (
  user_id uuid not null references users (id) on delete cascade,
  card_id uuid not null references cards (id),
  added_at timestamptz not null default now(),
  primary key (user_id, card_id)
);

create sequence order_numbers start with 1001;

create table orders (
  id uuid primary key default uuidv7(),
  number bigint not null unique default nextval('order_numbers'),
  user_id uuid not null references users (id),
  status text not null default 'paid' check (status in ('paid', 'part_refunded', 'refunded')),
  total_cents bigint not null check (total_cents > 0),
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and total_cents),
  card_count integer not null check (card_count > 0),
  created_at timestamptz not null default now()
);
create index orders_user on orders (user_id, id desc);
create index orders_spend on orders (user_id, created_at) include (total_cents, refunded_cents);

create table order_lines (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders (id),
  card_id uuid not null references cards (id),
  face_cents bigint not null,
  price_cents bigint not null check (price_cents > 0),
  state text not null default 'delivered' check (state in ('delivered', 'revealed', 'returned', 'refunded')),
  consent_at timestamptz,
  revealed_at timestamptz,
  returned_at timestamptz,
  created_at timestamptz not null default now(),
  check ((revealed_at is null) or (consent_at is not null))
);
create index order_lines_order on order_lines (order_id);
-- A card stands on at most one line that was not given back: the last fence against a double sale.
create unique index order_lines_live_card on order_lines (card_id) where state in ('delivered', 'revealed');
