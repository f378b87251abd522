-- A line added by value stands for any card of that programme and face value.

alter table cart_items
  -- What its card may cost at the most: the price when it was added. null for a card that the buyer chose.
  add column most_cents bigint check (most_cents > 0),
  -- Cards that it stood for before, which a page that was opened earlier still names.
  add column replaced uuid[] not null default '{}' check (cardinality(replaced) <= 20);

-- Whose cart holds a card that was sold.
create index cart_items_card on cart_items (card_id);

-- The cheapest price of each day, kept as long as the curve on a brand's page is.
create table price_days (
  programme_id uuid not null references programmes (id),
  face_cents bigint not null,
  day date not null,
  price_cents bigint not null check (price_cents > 0),
  primary key (programme_id, face_cents, day)
);
create index price_days_day on price_days (day);

-- When cards of a programme were last sold, and last went on sale: written by a loop, so that sales share no row.
create table programme_moments (
  programme_id uuid primary key references programmes (id),
  last_sold_at timestamptz,
  added_at timestamptz
);
