-- Shop: brands, lots on sale, carts, orders, gifts, pre-orders.

create sequence order_numbers start with 1001;

create table card_lots (
  id bigint primary key generated always as identity,
  programme_id uuid not null references programmes (id),
  batch_id uuid not null references batches (id),
  face_cents bigint not null,
  price_cents bigint not null,
  discount_bp integer not null,
  -- 'infinity' for cards that don't expire.
  expires_on date not null,
  -- Never too low: cards that arrive are added at once, cards that leave are subtracted later, so sales share no row.
  cards bigint not null check (cards >= 0),
  constraint card_lots_batch_id_face_cents_price_cents_discount_bp_expir_key unique (batch_id, face_cents,
    price_cents, discount_bp, expires_on)
);
create index card_lots_price on card_lots (price_cents, id);
create index card_lots_face on card_lots (face_cents, id);
create index card_lots_discount on card_lots (discount_bp, id);
create index card_lots_programme on card_lots (programme_id);
create index card_lots_expires on card_lots (expires_on);
comment on table card_lots is 'Cards on sale that are the same to a buyer: batch, face value, price, discount and expiry. Lists are read from these.';

create table card_lot_departures (
  lot_id bigint not null,
  cards bigint not null
);
create index card_lot_departures_lot on card_lot_departures (lot_id);
comment on table card_lot_departures is 'Cards that left a lot and were not taken off it yet, so that sales share no row.';

create table brand_categories (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  -- By language.
  names jsonb not null check (jsonb_typeof(names) = 'object' and names <> '{}'),
  synonyms text[] not null default '{}'
);
comment on table brand_categories is 'Kinds of brands that the shop''s list can be narrowed to.';

create table brands (
  id uuid primary key default uuidv7(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  name text not null unique check (length(name) between 2 and 80),
  about text not null default '',
  translations jsonb not null default '{}' check (words_in(translations, '{about}')),
  -- Slugs of brand_categories.
  categories text[] not null default '{}',
  synonyms text[] not null default '{}',
  created_at timestamptz not null default now()
);
comment on table brands is 'What buyers look for; the programmes of a brand are what they buy.';

create table brand_slugs (
  slug text primary key,
  brand_id uuid not null references brands (id) on delete cascade
);
create index brand_slugs_brand on brand_slugs (brand_id);
comment on table brand_slugs is 'Every address that a brand''s page ever had: old ones lead to the new one.';

create table price_days (
  programme_id uuid not null references programmes (id),
  face_cents bigint not null,
  day date not null,
  price_cents bigint not null check (price_cents > 0),
  primary key (programme_id, face_cents, day)
);
create index price_days_day on price_days (day);
comment on table price_days is 'The cheapest price of each day, kept as long as the curve on a brand''s page is.';

create table programme_moments (
  programme_id uuid primary key references programmes (id),
  last_sold_at timestamptz,
  added_at timestamptz
);
comment on table programme_moments is 'When cards of a programme were last sold, and last went on sale: written by a loop, so that sales share no row.';

create table programme_offers (
  programme_id uuid primary key references programmes (id),
  prefix text collate "C",
  name text collate "C" not null,
  on_sale bigint not null check (on_sale >= 0),
  from_price_cents bigint,
  words text[] not null,
  version bigint not null,
  check (on_sale = 0 or from_price_cents is not null)
);
create index programme_offers_version on programme_offers (version);
comment on table programme_offers is 'What the shop''s search finds of a programme: words, lowest price, cards on sale.';

create table programme_offer_changes (
  programme_id uuid not null
);
comment on table programme_offer_changes is 'Programmes whose offer is out of date until the loop has renewed it; readers compute these anew.';

create table cart_items (
  user_id uuid not null references users (id) on delete cascade,
  card_id uuid not null references cards (id),
  added_at timestamptz not null default now(),
  most_cents bigint check (most_cents > 0),
  replaced uuid[] not null default '{}'::uuid[] check (cardinality(replaced) <= 20),
  primary key (user_id, card_id)
);
-- Whose cart holds a card that was sold.
create index cart_items_card on cart_items (card_id);
comment on table cart_items is 'What a buyer has put into the cart, by card.';
comment on column cart_items.most_cents is 'For a line added by value: the price that the buyer agreed to. An equal card up to it may take the place.';
comment on column cart_items.replaced is 'Cards that stood here before an equal one took their place.';

create table orders (
  id uuid primary key default uuidv7(),
  number bigint not null default nextval('order_numbers'::regclass) unique,
  user_id uuid not null references users (id),
  status text not null default 'paid' check (status in ('paid', 'part_refunded', 'refunded')),
  total_cents bigint not null check (total_cents > 0),
  refunded_cents bigint not null default 0,
  card_count integer not null check (card_count > 0),
  created_at timestamptz not null default now(),
  first_of_buyer boolean not null default false,
  check (refunded_cents between 0 and total_cents)
);
create index orders_user on orders (user_id, id desc);
create index orders_spend on orders (user_id, created_at) include (total_cents, refunded_cents);
-- Rows arrive in the order of their times, so that these stay tiny and cost an insert nothing.
create index orders_day on orders using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create index orders_placed on orders (created_at, id);
create index orders_paid_back on orders (status, created_at, id) where status <> 'paid';
create index orders_first on orders (created_at, id) where first_of_buyer;
comment on table orders is 'What buyers bought, with the number that they see.';

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
  batch_id uuid not null,
  cost_cents bigint check (cost_cents >= 0),
  guarantee_hours integer not null default 24 check (guarantee_hours between 1 and 8760),
  guarantee_ends_at timestamptz,
  guarantee_paused_seconds bigint not null default 0 check (guarantee_paused_seconds >= 0),
  guarantee_reminded_at timestamptz,
  consent_version smallint check (consent_version > 0),
  used_at timestamptz,
  note text not null default '' check (length(note) <= 200),
  expiry_told_at timestamptz,
  mac bytea check (length(mac) = 32),
  constraint order_lines_guarantee check (guarantee_ends_at is null or revealed_at is not null),
  check (revealed_at is null or consent_at is not null)
);
create index order_lines_order on order_lines (order_id);
-- A card stands on at most one line that was not given back: the last fence against a double sale.
create unique index order_lines_live_card on order_lines (card_id) where state in ('delivered', 'revealed');
create index order_lines_sold on order_lines (created_at);
create index order_lines_guarantees on order_lines (guarantee_ends_at) where state = 'revealed';
-- Before a code is shown, the earlier lines of its card are looked at: each must have been given back.
create index order_lines_card on order_lines (card_id, id);
comment on table order_lines is 'Single cards of orders, each with its own state.';
comment on column order_lines.cost_cents is 'What the card had cost the shop, kept with the sale; null where nobody entered it.';
comment on column order_lines.mac is 'Vouches that this card was sold to this order: without it no code is opened.';

create table returned_cards (
  card_id uuid primary key references cards (id),
  line_id uuid not null references order_lines (id),
  returned_at timestamptz not null
);
comment on table returned_cards is 'Cards that came back unread and are on sale again.';

create table withdrawals (
  id uuid primary key default uuidv7(),
  line_id uuid not null unique references order_lines (id),
  -- As the buyer gave it; emptied with the account.
  name text not null check (length(name) <= 100),
  refund_cents bigint not null check (refund_cents >= 0),
  declared_at timestamptz not null
);
comment on table withdrawals is 'Contracts that buyers withdrew from, as the law lets them.';

create table gifts (
  id uuid primary key default uuidv7(),
  line_id uuid not null references order_lines (id),
  user_id uuid not null references users (id) on delete cascade,
  message text not null check (length(message) <= 300),
  mailed boolean not null,
  -- The recipient's address, until the mail is sent.
  email text check (length(email) <= 254),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  withdrawn_at timestamptz,
  mac bytea check (length(mac) = 32),
  check (expires_at > created_at),
  check (opened_at is null or withdrawn_at is null)
);
create unique index gifts_live on gifts (line_id) where withdrawn_at is null;
create index gifts_user on gifts (user_id, id);
comment on table gifts is 'Cards that their buyer gave away by a link.';

create table preorders (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  programme_id uuid not null references programmes (id),
  face_cents bigint not null check (face_cents > 0),
  quantity integer not null check (quantity between 1 and 100),
  highest_price_cents bigint not null check (highest_price_cents > 0),
  notify_only boolean not null,
  state text not null default 'open' check (state in ('open', 'part_filled', 'filled', 'cancelled', 'expired')),
  filled integer not null default 0,
  spent_cents bigint not null default 0,
  -- Derived, so that no change of state can forget the money: the ledger must hold the same amount.
  reserved_cents bigint not null generated always as (case when (state in ('open', 'part_filled'))
    and not notify_only then (quantity - filled) * highest_price_cents else 0 end) stored,
  expires_on date not null,
  created_at timestamptz not null,
  -- The place in the queue.
  queued_at timestamptz not null,
  skip_reason text check (skip_reason in ('blocked', 'account', 'country', 'day_limit', 'order_limit', 'own_stock')),
  skipped_at timestamptz,
  -- Until then it gets no cards.
  retry_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('buyer', 'staff', 'retired', 'erased')),
  check (filled between 0 and quantity),
  check (spent_cents >= 0 and spent_cents <= (filled * highest_price_cents)),
  check ((state = 'open') <= (filled = 0)),
  check ((state = 'part_filled') <= (filled >= 1 and filled <= (quantity - 1))),
  check ((state = 'filled') <= (filled = quantity or notify_only)),
  check ((state in ('filled', 'cancelled', 'expired')) = (ended_at is not null)),
  check ((state = 'cancelled') = (end_reason is not null)),
  check ((skip_reason is null) = (skipped_at is null))
);
create index preorders_queue on preorders (programme_id, face_cents, queued_at, id) where state in ('open', 'part_filled');
create index preorders_of_user on preorders (user_id, id);
create index preorders_expiring on preorders (expires_on) where state in ('open', 'part_filled');
create index preorders_to_tell on preorders (queued_at, id) where notify_only and state = 'open';
create index preorders_skipped on preorders (retry_at) where retry_at is not null;
comment on table preorders is 'Cards that a buyer wants at up to a price, with the money for them set aside.';

create table preorder_allotments (
  card_id uuid primary key references cards (id),
  preorder_id uuid not null references preorders (id)
);
create index preorder_allotments_of on preorder_allotments (preorder_id);
comment on table preorder_allotments is 'Cards owed to a pre-order: paused until it has bought them, or until they go on sale because it can''t.';

create table preorder_fills (
  order_id uuid primary key references orders (id),
  preorder_id uuid not null references preorders (id),
  cards integer not null check (cards > 0),
  spent_cents bigint not null,
  -- The mail that reports it; null until the run that bought the cards has ended.
  mail_id uuid
);
create index preorder_fills_of on preorder_fills (preorder_id);
create index preorder_fills_mail on preorder_fills (mail_id);
comment on table preorder_fills is 'Orders that a pre-order became.';

-- What lower areas refer to here.
alter table programmes add foreign key (brand_id) references brands (id);
alter table balance_adjustments add foreign key (order_id) references orders (id);
alter table issuer_outages add foreign key (line_id) references order_lines (id);
alter table issuer_answers add foreign key (line_id) references order_lines (id);
alter table seller_lines add foreign key (line_id) references order_lines (id);
